import type { Reveal } from '@pennant/contract/reveal'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A font is loaded in cuts, by the characters that are shown: what the show needs has to be there before. */
export const useLoadedFonts = (reveal: Reveal): boolean => {
  const { i18n } = useTranslation('reveal')
  const [loaded, setLoaded] = useState<Reveal | null>(null)
  useEffect(() => {
    let isWanted = true
    const texts: unknown = i18n.getResourceBundle(i18n.resolvedLanguage ?? i18n.language, 'reveal')
    const all = [
      JSON.stringify(texts ?? ''),
      ...reveal.teams.map(({ name }) => `${name}${name.toUpperCase()}`),
      ...reveal.challenges.map(({ title }) => title),
      `${reveal.title} ${reveal.division ?? ''} 0123456789+-.,:/·`,
    ].join('')
    const style = getComputedStyle(document.body)
    const families = [style.fontFamily, style.getPropertyValue('--mono')]
    // Without a font, another one of the machine is used.
    const done = (): void => {
      if (isWanted) setLoaded(reveal)
    }
    Promise.all(families.map((family) => document.fonts.load(`1rem ${family}`, all))).then(done, done)
    return () => {
      isWanted = false
    }
  }, [reveal, i18n])
  return loaded === reveal
}
