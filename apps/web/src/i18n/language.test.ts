import { languages } from '@pennant/contract/enums'
import { describe, expect, it } from 'vitest'
import { isLanguage, languageNames, machineTranslated } from './language.ts'

describe('a tag of a browser', () => {
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
