import type { Language } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { machineTranslated } from '../../i18n/language.ts'
import { switchLanguage } from '../../i18n/start.ts'
import { useShowOverlay } from '../overlay.ts'

/** Speaks another language, and asks whether that is wanted where nobody has read the translation yet. */
export const useChooseLanguage = (): ((wanted: Language) => Promise<void>) => {
  const { i18n } = useTranslation()
  const show = useShowOverlay()
  return async (wanted) => {
    // In the reader's language: the dialog asks when its words are there.
    await switchLanguage(i18n, wanted)
    if (machineTranslated.has(wanted)) show('machineTranslated')
  }
}
