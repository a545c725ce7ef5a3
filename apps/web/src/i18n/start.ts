import { type Language, languages } from '@pennant/contract/enums'
import { createInstance, type i18n as I18n, type LanguageDetectorModule } from 'i18next'
import { getI18n, initReactI18next, useTranslation } from 'react-i18next'
import { type Area, areas, frameArea } from './area.ts'
import { catalogueBackend, prefetchTexts } from './catalogue.ts'
import { detectHere, languageChoice } from './detect.ts'
import { isolated } from './isolated.ts'
import { fallbackLanguage, isLanguage } from './language.ts'

export type Translations = {
  i18n: I18n
  ready: Promise<void>
}

export const startI18n = (): Translations => {
  const i18n = createInstance()
  const tell = (language: string): void => {
    document.documentElement.lang = language
  }
  i18n.on('languageChanged', tell)
  const { language, unsupported } = detectHere()
  if (unsupported.length > 0)
    // oxlint-disable-next-line no-console -- anyone who set one by hand looks for the reason here
    console.warn(`Unsupported language: ${unsupported.join('; ')}. Using ${language} instead.`)
  // The first call to the server already names the language.
  tell(language)
  prefetchTexts(language, frameArea)
  return { i18n, ready: start(i18n, language) }
}

const start = async (i18n: I18n, language: Language): Promise<void> => {
  await i18n
    .use(keeperOf(language))
    .use(catalogueBackend)
    .use(initReactI18next)
    .init({
      supportedLngs: languages,
      load: 'currentOnly',
      // Without a supported language, English; a complete catalog needs no fallback.
      fallbackLng: (code: string | undefined) => (code === undefined ? fallbackLanguage : []),
      ns: frameArea,
      defaultNS: frameArea,
      // What players see on several pages, with those of their parts.
      fallbackNS: [frameArea, 'play'],
      keySeparator: false,
      nsSeparator: false,
      // React escapes markup.
      interpolation: { escape: isolated },
      maxParallelReads: 10,
      react: { useSuspense: false },
    })
  if (!i18n.hasResourceBundle(languageOf(i18n), frameArea)) throw new Error("Couldn't load the texts")
}

const loadArea = async (i18n: I18n, area: Area): Promise<void> => {
  const language = languageOf(i18n)
  await i18n.loadNamespaces(area)
  if (!i18n.hasResourceBundle(language, area)) await i18n.reloadResources([language], [area])
  if (!i18n.hasResourceBundle(language, area)) throw new Error(`Couldn't load the texts (${area})`)
}

/** A part of a page, with texts that the page itself has no use for. */
export const withTexts = async <T>(area: Area, part: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([part, loadArea(getI18n(), area)])
  return loaded
}

export const loadTexts = async ({ i18n, ready }: Translations, area: Area): Promise<void> => {
  if (!i18n.isInitialized) prefetchTexts(detectHere().language, area)
  await ready
  await loadArea(i18n, area)
}

const languageOf = ({ language }: I18n): Language => (isLanguage(language) ? language : fallbackLanguage)

export const useLanguage = (): Language => languageOf(useTranslation().i18n)

/** Loads first, so a failure leaves everything as it is. */
export const switchLanguage = async (i18n: I18n, language: Language): Promise<void> => {
  const spoken = areas.filter((area) => i18n.hasResourceBundle(languageOf(i18n), area))
  const missing = (): Area[] => spoken.filter((area) => !i18n.hasResourceBundle(language, area))
  if (missing().length > 0) await i18n.reloadResources([language], missing())
  if (missing().length > 0) throw new Error(`Couldn't load the texts of ${language}`)
  await i18n.changeLanguage(language)
}

const keeperOf = (detected: Language): LanguageDetectorModule => ({
  type: 'languageDetector',
  detect: () => detected,
  cacheUserLanguage: languageChoice.set,
})
