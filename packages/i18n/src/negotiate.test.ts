import { languages } from '@pennant/contract/enums'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestLanguage, negotiate, shellLanguage } from './negotiate.ts'

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})
const accept = (acceptLanguage: string) => negotiate({ acceptLanguage })

describe('the language of an answer', () => {
  it('is English when nothing is said', () => {
    expect(negotiate({})).toBe('en-US')
    expect(negotiate({ query: '', cookie: '', acceptLanguage: '' })).toBe('en-US')
  })

  it.each(languages)('is %s for that very tag, in any case', (tag) => {
    expect(accept(tag)).toBe(tag)
    expect(accept(tag.toLowerCase())).toBe(tag)
    expect(accept(tag.toUpperCase())).toBe(tag)
  })

  it.each([
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-Hant-CN', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-MO', 'zh-TW'],
    ['en-GB', 'en-US'],
    ['de', 'de-DE'],
    ['de-AT', 'de-DE'],
    ['fr-CA', 'fr-FR'],
    ['es-419', 'es-ES'],
    ['in-ID', 'id-ID'],
    ['pt-BR', 'en-US'],
    ['english', 'en-US'],
  ])('understands %s as %s', (tag, language) => {
    expect(accept(tag)).toBe(language)
  })

  it('follows the weights, not the places', () => {
    expect(accept('en;q=0.2, ja-JP;q=0.9')).toBe('ja-JP')
    expect(accept('ru;q=0.5,de;q=0.8,fr')).toBe('fr-FR')
    expect(accept('fr ; Q = 0.1 , ko ; q = 0.2')).toBe('ko-KR')
  })

  it('keeps the places among equal weights', () => {
    expect(accept('vi, id, ru')).toBe('vi-VN')
  })

  it('tries a relative of the first wish before the second wish', () => {
    expect(accept('zh-HK,zh;q=0.9,en-US;q=0.8')).toBe('zh-TW')
    expect(accept('en-GB,de-DE;q=0.5')).toBe('en-US')
  })

  it('passes over what it does not speak, what is refused and what makes no sense', () => {
    expect(accept('pt-BR,*;q=0.9,es;q=0.1')).toBe('es-ES')
    expect(accept('de;q=0,fr;q=0.1')).toBe('fr-FR')
    expect(accept('de;q=much,fr;q=0.1')).toBe('fr-FR')
    expect(accept(',;q=1,;,ja')).toBe('ja-JP')
  })

  it('ignores a header of more than 1,000 characters', () => {
    const padding = (length: number) => `${'x,'.repeat(1000).slice(0, length - 3)},de`
    expect(accept(padding(1000))).toBe('de-DE')
    expect(accept(padding(1001))).toBe('en-US')
  })

  it('prefers the query to the cookie and the cookie to the header', () => {
    const acceptLanguage = 'fr-FR'
    const cookie = '.AspNetCore.Culture=c=ja-JP|uic=ja-JP'
    expect(negotiate({ query: 'culture=ko-KR', cookie, acceptLanguage })).toBe('ko-KR')
    expect(negotiate({ query: 'page=1', cookie, acceptLanguage })).toBe('ja-JP')
    expect(negotiate({ acceptLanguage })).toBe('fr-FR')
  })

  it('goes on to the next source when one names nothing it speaks', () => {
    expect(
      negotiate({ query: 'culture=tlh', cookie: '.AspNetCore.Culture=c=xx|uic=yy', acceptLanguage: 'ru' }),
    ).toBe('ru-RU')
    expect(
      negotiate({ query: 'culture=', cookie: '.AspNetCore.Culture=nonsense', acceptLanguage: 'ru' }),
    ).toBe('ru-RU')
  })

  it('reads both names of the query and lets the one for texts decide', () => {
    expect(negotiate({ query: 'ui-culture=de-DE' })).toBe('de-DE')
    expect(negotiate({ query: 'culture=fr-FR&ui-culture=de-DE' })).toBe('de-DE')
    expect(negotiate({ query: 'ui-culture=tlh&culture=fr-FR' })).toBe('fr-FR')
    expect(negotiate({ query: 'count=5&Culture=es%2DES&culture=fr-FR' })).toBe('es-ES')
    expect(negotiate({ query: 'subculture=es-ES&culture' })).toBe('en-US')
  })

  it.each([
    ['c=zh-CN|uic=zh-TW', 'zh-TW'],
    ['c=zh-TW', 'zh-TW'],
    ['uic=vi-VN', 'vi-VN'],
    ['c%3Dzh-TW%7Cuic%3Dzh-TW', 'zh-TW'],
    ['c=%|uic=de-DE', 'de-DE'],
    ['%', 'en-US'],
    ['', 'en-US'],
  ])('reads %j in the cookie as %s', (value, language) => {
    expect(negotiate({ cookie: `.AspNetCore.Culture=${value}` })).toBe(language)
    expect(negotiate({ cookie: `a=1; .AspNetCore.Culture=${value}; c=fr-FR` })).toBe(language)
  })

  it('takes no other cookie for it', () => {
    expect(negotiate({ cookie: 'c=fr-FR' })).toBe('en-US')
    expect(negotiate({ cookie: 'uic=fr-FR; x.AspNetCore.Culture=c=ko-KR' })).toBe('en-US')
  })

  it('is one of ours whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.option(fc.oneof(anyText, noise), { nil: undefined }),
        fc.option(fc.oneof(anyText, noise), { nil: undefined }),
        fc.option(fc.oneof(anyText, noise), { nil: undefined }),
        (query, cookie, acceptLanguage) => {
          expect(languages).toContain(negotiate({ query, cookie, acceptLanguage }))
          expect(shellTags).toContain(shellLanguage(acceptLanguage))
        },
      ),
    )
  })
})

const noise = fc
  .array(
    fc.constantFrom(
      'zh',
      'TW',
      '-',
      ',',
      ';',
      'q=',
      '0.5',
      '=',
      '|',
      'c=',
      'uic=',
      'culture=',
      '&',
      '.AspNetCore.Culture=',
      '%',
      '*',
      ' ',
      'de',
      '_',
    ),
  )
  .map((parts) => parts.join(''))

const shellTags = languages.flatMap((tag) => [tag.toLowerCase(), tag.slice(0, 2)])

describe('the language of the HTML shell', () => {
  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-cn'],
    ['pt-BR,de-AT;q=0.9,fr-FR;q=0.8', 'fr-fr'],
    ['zh-HK,pt;q=0.5', 'zh'],
    ['pt-BR,en-GB;q=0.9', 'en'],
    ['DE', 'de'],
    ['ja-jp', 'ja-jp'],
    ['de-DE;q=0,ko', 'ko'],
    ['pt-BR', 'en-us'],
    ['*', 'en-us'],
    ['', 'en-us'],
    ['"><script>', 'en-us'],
  ])('is for %j %s', (header, tag) => {
    expect(shellLanguage(header)).toBe(tag)
  })

  it('is English without a header and for one of more than 100 characters', () => {
    expect(shellLanguage(undefined)).toBe('en-us')
    expect(shellLanguage(`de-DE,${'x'.repeat(94)}`)).toBe('de-de')
    expect(shellLanguage(`de-DE,${'x'.repeat(95)}`)).toBe('en-us')
  })
})

describe('a tag of a browser', () => {
  it.each([
    ['de', 'de-DE'],
    ['fr-CA', 'fr-FR'],
    ['zh', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['EN', 'en-US'],
    ['en-AU', 'en-US'],
    ['in', 'id-ID'],
  ])('%s means %s', (tag, language) => {
    expect(nearestLanguage(tag)).toBe(language)
  })

  it.each(['pt-BR', 'tlh', '', 'english', '<script>', 'x-private'])('%s means none of ours', (tag) => {
    expect(nearestLanguage(tag)).toBeUndefined()
  })
})
