import { type Language, languages } from '@pennant/contract/enums'
import { negotiate } from '@pennant/i18n/negotiate'

export const fallbackLanguage: Language = 'en-US'

/** Each by its own name, so that everybody finds theirs. */
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

/** Nobody who speaks these has read the whole catalogue yet. */
export const machineTranslated: ReadonlySet<Language> = new Set<Language>(['de-DE', 'fr-FR', 'es-ES'])

export const isLanguage = (tag: string): tag is Language => languages.some((language) => language === tag)

/** The language of ours that a browser's tag means: `de-AT` is `de-DE`, `zh-Hant` is `zh-TW`. */
export const nearestLanguage = (tag: string): Language | undefined => {
  const nearest = negotiate({ acceptLanguage: tag })
  // The negotiation falls back by itself, which here would hide a second wish of the visitor.
  return nearest === fallbackLanguage && !/^en(-|$)/i.test(tag) ? undefined : nearest
}
