import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLog, plainText } from './log.ts'

it('nothing a terminal would obey gets through', () => {
  for (const attack of [
    '\u{1b}[2J',
    '\u{9b}31m',
    '\u{1b}]0;title\u{7}',
    'a\rb',
    'a\nb',
    '\u{202e}evil',
    '\u{200b}',
  ])
    expect(plainText(attack)).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

it('keeps what people write', () => {
  expect(plainText('Häfen 港口 🚩 "2026"')).toBe('Häfen 港口 🚩 "2026"')
})

it('cuts what is too long, between two characters', () => {
  expect(plainText('🚩'.repeat(5), 3)).toBe('🚩🚩🚩…')
})

it('a line of the log is one line, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, json) => {
      const lines: string[] = []
      const now = (): Date => new Date(0)
      const log = createLog({ json, verbose: false, now, write: (line) => void lines.push(line) })
      log.info(text, { site: text })
      expect(lines).toHaveLength(1)
      expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})

it('details are told only when they are asked for', () => {
  const lines: string[] = []
  const needs = { json: false, now: () => new Date(0), write: (line: string) => void lines.push(line) }
  createLog({ ...needs, verbose: false }).debug('quiet')
  createLog({ ...needs, verbose: true }).debug('loud')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('loud')
})
