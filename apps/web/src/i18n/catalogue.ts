import type { Language } from '@pennant/contract/enums'
import deDe from '@pennant/i18n/locales/de-DE/web.json?url'
import enUs from '@pennant/i18n/locales/en-US/web.json?url'
import esEs from '@pennant/i18n/locales/es-ES/web.json?url'
import frFr from '@pennant/i18n/locales/fr-FR/web.json?url'
import idId from '@pennant/i18n/locales/id-ID/web.json?url'
import jaJp from '@pennant/i18n/locales/ja-JP/web.json?url'
import koKr from '@pennant/i18n/locales/ko-KR/web.json?url'
import ruRu from '@pennant/i18n/locales/ru-RU/web.json?url'
import viVn from '@pennant/i18n/locales/vi-VN/web.json?url'
import zhCn from '@pennant/i18n/locales/zh-CN/web.json?url'
import zhTw from '@pennant/i18n/locales/zh-TW/web.json?url'
import type { BackendModule } from 'i18next'
import { isLanguage } from './language.ts'

/** Where each language's texts are. */
const addresses: Readonly<Record<Language, string>> = {
  'en-US': enUs,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
  'ja-JP': jaJp,
  'id-ID': idId,
  'ko-KR': koKr,
  'ru-RU': ruRu,
  'vi-VN': viVn,
  'de-DE': deDe,
  'fr-FR': frFr,
  'es-ES': esEs,
}

const load = async (language: string): Promise<Record<string, string>> => {
  if (!isLanguage(language)) return {}
  const address = addresses[language]
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // Our own file: the catalogue check holds its shape.
  return (await response.json()) as Record<string, string>
}

export const catalogueBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, _namespace, callback) {
    load(language).then(
      (texts) => callback(null, texts),
      // The second argument asks for another try.
      (error: unknown) => callback(error instanceof Error ? error : String(error), true),
    )
  },
}
