import type { Language } from '@pennant/contract/enums'

/** Of emails that their recipients don't ask for, if no language of theirs is known: accounts have none. */
export const unaskedLanguage: Language = 'en-US'
