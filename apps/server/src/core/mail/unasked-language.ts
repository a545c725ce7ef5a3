import type { Language } from '@pennant/contract/enums'

/** Of emails that their recipients don't ask for: accounts have no language. */
export const unaskedLanguage: Language = 'en-US'
