import { type Language, languages } from '@pennant/contract/enums'

export const fallbackLanguage: Language = 'en-US'

export const languageNames: Readonly<Record<Language, string>> = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'ja-JP': '日本語',
  'id-ID': 'Bahasa Indonesia',
  'ko-KR': '한국어',
  'ru-RU': 'Русский',
  'vi-VN': 'Tiếng Việt',
  'de-DE': 'Deutsch',
  'fr-FR': 'Français',
  'es-ES': 'Español',
}

/** No speaker has read these catalogs in full. */
export const machineTranslated: ReadonlySet<Language> = new Set<Language>(['de-DE', 'fr-FR', 'es-ES'])

export const isLanguage = (tag: string): tag is Language => languages.some((language) => language === tag)
