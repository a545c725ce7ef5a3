import { describe, expect, it } from 'vitest'
import { detectLanguage, type Surroundings } from './detect.ts'

const shelf = (value: string | null) => ({ getItem: (key: string) => (key === 'i18nextLng' ? value : null) })
const nothing: Surroundings = {
  location: { search: '' },
  document: { cookie: '', documentElement: { lang: '' } },
  localStorage: shelf(null),
  sessionStorage: shelf(null),
  navigator: { languages: [] },
}

describe('the language of a visitor', () => {
  it('is asked for in this order', () => {
    const sources: [Partial<Surroundings>, string][] = [
      [{ location: { search: '?a=1&lng=ja' } }, 'ja-JP'],
      [{ document: { cookie: 'a=b; i18next=ko-KR; c=d', documentElement: { lang: 'en-us' } } }, 'ko-KR'],
      [{ localStorage: shelf('ru-RU') }, 'ru-RU'],
      [{ sessionStorage: shelf('vi-VN') }, 'vi-VN'],
      [{ navigator: { languages: ['pt-BR', 'fr-CA', 'de'] } }, 'fr-FR'],
    ]
    for (const [index, [, language]] of sources.entries()) {
      const told = sources.slice(index).map(([source]) => source)
      expect(detectLanguage(Object.assign({}, nothing, ...told)).language).toBe(language)
    }
    const document = { cookie: '', documentElement: { lang: 'es' } }
    expect(detectLanguage({ ...nothing, document }).language).toBe('es-ES')
    expect(detectLanguage(nothing)).toEqual({ asked: null, language: 'en-US' })
  })

  it.each(['tlh', '', '<script>alert(1)</script>', '%3Csvg%3E'])('is not %s: the next one counts', (wish) => {
    const found = detectLanguage({
      ...nothing,
      location: { search: `?lng=${encodeURIComponent(wish)}` },
      localStorage: shelf('zh-TW'),
    })
    expect(found).toEqual({ asked: wish, language: 'zh-TW' })
  })

  it('is found where nothing can be kept', () => {
    const closed = {
      ...nothing,
      navigator: { languages: ['id'] },
      get localStorage(): Storage {
        throw new Error('refused')
      },
      get sessionStorage(): Storage {
        throw new Error('refused')
      },
    }
    expect(detectLanguage(closed)).toEqual({ asked: null, language: 'id-ID' })
  })
})
