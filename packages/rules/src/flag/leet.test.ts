import { describe, expect, it } from 'vitest'
import { extendedAlphabet, plainAlphabet } from './leet.ts'

const asSets = (table: string): Map<string, Set<string>> =>
  new Map(table.split(' ').map((entry) => [entry.charAt(0), new Set(entry.slice(2))]))
const setsOf = (alphabet: ReadonlyMap<string, string>): Map<string, Set<string>> =>
  new Map([...alphabet].map(([character, set]) => [character, new Set(set)]))
const bothCases = (sets: Map<string, Set<string>>): Map<string, Set<string>> =>
  new Map([...sets].flatMap(([key, set]) => [key, key.toLowerCase()].map((each) => [each, set] as const)))

const unchanged = 'D:Dd H:Hh J:Jj K:Kk M:Mm N:Nn P:Pp R:Rr U:Uu V:Vv W:Ww X:Xx Y:Yy'
const unchangedDigits = '3:3eE 4:4aA 5:5Ss 6:6Gb 7:7T 9:9g E:Ee3 F:Ff1 G:Gg69 Q:Qq9 T:Tt7'

describe('what a character may turn into', () => {
  it('in the plain alphabet', () => {
    const own = 'A:Aa4 B:Bb68 C:Cc I:Ii1l L:Ll1I O:Oo0 S:Ss5 Z:Zz2 0:0oO 1:1lI 2:2zZ 8:8bB'
    expect(setsOf(plainAlphabet)).toEqual(bothCases(asSets(`${own} ${unchanged} ${unchangedDigits}`)))
  })

  it('in the extended alphabet', () => {
    const own = 'A:Aa4@ B:Bb6& C:Cc( I:Ii1l! L:Ll1I! O:Oo0# S:Ss5$ Z:Zz2? 0:0oO# 1:1lI| 2:2zZ? 8:8B&'
    expect(setsOf(extendedAlphabet)).toEqual(bothCases(asSets(`${own} ${unchanged} ${unchangedDigits}`)))
  })

  it.each([
    ['plain', plainAlphabet],
    ['extended', extendedAlphabet],
  ])('holds nothing twice in the %s alphabet, lest it came up more often', (_, alphabet) => {
    expect(alphabet.size).toBe(62)
    for (const set of alphabet.values()) expect(new Set(set).size).toBe(set.length)
  })
})
