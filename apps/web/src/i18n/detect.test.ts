import { describe, expect, it } from 'vitest'
import { detectLanguage, type Surroundings } from './detect.ts'

const store = (value: string | null) => ({ getItem: (key: string) => (key === 'i18nextLng' ? value : null) })
const nothing: Surroundings = {
  location: { search: '' },
  document: { cookie: '', documentElement: { lang: '' } },
  chosen: null,
  sessionStorage: store(null),
  navigator: { languages: [] },
}

describe('the language of a visitor', () => {
  it('is asked for in this order', () => {
    const sources: [Partial<Surroundings>, string][] = [
      [{ location: { search: '?a=1&lng=ja' } }, 'ja-JP'],
      [{ document: { cookie: 'a=b; i18next=ko-KR; c=d', documentElement: { lang: 'en-us' } } }, 'ko-KR'],
      [{ chosen: 'ru-RU' }, 'ru-RU'],
      [{ sessionStorage: store('vi-VN') }, 'vi-VN'],
      [{ navigator: { languages: ['pt-BR', 'fr-CA', 'de'] } }, 'fr-FR'],
    ]
    for (const [index, [, language]] of sources.entries()) {
      const told = sources.slice(index).map(([source]) => source)
      expect(detectLanguage(Object.assign({}, nothing, ...told)).language).toBe(language)
    }
    const document = { cookie: '', documentElement: { lang: 'es' } }
    expect(detectLanguage({ ...nothing, document }).language).toBe('es-ES')
    expect(detectLanguage(nothing)).toEqual({ language: 'en-US', unsupported: [] })
  })

  const toldBy: [string, (tag: string) => Partial<Surroundings>][] = [
    ['query string', (tag) => ({ location: { search: `?lng=${encodeURIComponent(tag)}` } })],
    ['cookie', (tag) => ({ document: { cookie: `i18next=${tag}`, documentElement: { lang: '' } } })],
    ['local storage', (tag) => ({ chosen: tag })],
    ['session storage', (tag) => ({ sessionStorage: store(tag) })],
    ['navigator', (tag) => ({ navigator: { languages: [tag] } })],
    ['html lang', (tag) => ({ document: { cookie: '', documentElement: { lang: tag } } })],
  ]

  it.each(toldBy)(
    'is English, and the reason is named, when the %s names an unsupported one',
    (name, tell) => {
      for (const tag of ['tlh', 'pt-BR', 'english', 'xx_YY'])
        expect(detectLanguage({ ...nothing, ...tell(tag) })).toEqual({
          language: 'en-US',
          unsupported: [`${tag} (${name})`],
        })
    },
  )

  it.each(toldBy)('is never a script in the %s', (_, tell) => {
    const scripts = [
      '<script>alert(1)</script>',
      '%3Csvg%20onload=alert(1)%3E',
      'javascript:alert(1)',
      '"><img src=x onerror=alert(1)>,de-DE',
      'de-DE,<script>alert(1)</script>',
      'eval(name)',
    ]
    for (const script of scripts)
      expect(detectLanguage({ ...nothing, ...tell(script) })).toEqual({ language: 'en-US', unsupported: [] })
  })

  it('is the first supported one of the next source after an unsupported one', () => {
    const search = '?lng=tlh'
    const told = { ...nothing, location: { search }, navigator: { languages: ['pt-BR', 'fr-CA', 'de'] } }
    expect(detectLanguage(told)).toEqual({ language: 'fr-FR', unsupported: ['tlh (query string)'] })
  })

  it('is supported when the browser names it later than others', () => {
    const told = { ...nothing, navigator: { languages: ['pt-BR', 'pt', 'es'] } }
    expect(detectLanguage(told)).toEqual({ language: 'es-ES', unsupported: [] })
    const others = { ...nothing, navigator: { languages: ['pt-BR', 'pt'] } }
    expect(detectLanguage(others)).toEqual({ language: 'en-US', unsupported: ['pt-BR, pt (navigator)'] })
  })

  it('is found where nothing can be kept', () => {
    const closed = {
      ...nothing,
      navigator: { languages: ['id'] },
      get sessionStorage(): Storage {
        throw new Error('refused')
      },
    }
    expect(detectLanguage(closed)).toEqual({ language: 'id-ID', unsupported: [] })
  })
})
