import type { Language } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { machineTranslated } from '../../i18n/language.ts'
import { switchLanguage } from '../../i18n/start.ts'
import { useShowOverlay } from '../overlay.ts'

export const useChooseLanguage = (): ((wanted: Language) => Promise<void>) => {
  const { i18n } = useTranslation()
  const show = useShowOverlay()
  return async (wanted) => {
    await switchLanguage(i18n, wanted)
    if (machineTranslated.has(wanted)) show('machineTranslated')
  }
}
