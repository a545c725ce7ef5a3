import { languages } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { isLanguage, languageNames, machineTranslated, nearestLanguage } from './language.ts'

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

  it('is one of ours only when written as ours', () => {
    expect(languages.every(isLanguage)).toBe(true)
    expect(isLanguage('en')).toBe(false)
  })
})

describe('the names of the languages', () => {
  it('are all different, and each is there', () => {
    expect(new Set(languages.map((language) => languageNames[language])).size).toBe(languages.length)
    expect([...machineTranslated].every(isLanguage)).toBe(true)
  })
})
