import type { Language } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { languageOf } from './start.ts'

export const useLanguage = (): Language => languageOf(useTranslation().i18n)
