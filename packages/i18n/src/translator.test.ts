import path from 'node:path'
import { languages } from '@pennant/contract/enums'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTranslator } from './translator.ts'

const { problem, answer, mail, field } = createTranslator(path.join(import.meta.dirname, '../locales'))

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})

describe('a title', () => {
  it('is in the language asked for', () => {
    expect(problem('en-US', 'team.notFound')).toBe('Team not found')
    expect(problem('zh-CN', 'team.notFound')).toBe('队伍不存在')
    expect(problem('zh-TW', 'team.notFound')).toBe('找不到隊伍')
    expect(answer('de-DE', 'account.registered')).toBe(
      'Registrierung abgeschlossen. Du bist jetzt angemeldet.',
    )
  })

  it('shows a field of the request by its name in that language', () => {
    const params = { field: 'userName', min: 3 }
    expect(problem('en-US', 'validation.tooShort', params)).toBe(
      'Username must be at least 3 characters long',
    )
    expect(problem('es-ES', 'validation.tooShort', params)).toBe(
      'Nombre de usuario: 3 caracteres como mínimo',
    )
    expect(problem('ja-JP', 'validation.tooShort', params)).toBe('ユーザー名は 3 文字以上にしてください')
  })

  it('takes the plural form that the language has for the number', () => {
    const wait = (seconds: number) => problem('ru-RU', 'request.tooMany', { seconds })
    expect(wait(1)).toContain('через 1 секунду.')
    expect(wait(3)).toContain('через 3 секунды.')
    expect(wait(11)).toContain('через 11 секунд.')
    expect(wait(21)).toContain('через 21 секунду.')
    expect(wait(1.5)).toContain('через 1,5 секунды.')
    expect(problem('en-US', 'team.captainOfTooMany', { limit: 1 })).toBe('You can be captain of only 1 team')
    expect(problem('en-US', 'team.captainOfTooMany', { limit: 3 })).toBe(
      'You can be captain of up to 3 teams',
    )
    expect(problem('fr-FR', 'request.tooMany', { seconds: 0 })).toContain('dans 0 seconde.')
    expect(mail('de-DE', 'lifetime', { hours: 3 })).toBe('Der Link ist 3 Stunden gültig.')
  })

  it('takes the general form when it is told no number, and shows no placeholder', () => {
    expect(problem('en-US', 'account.tryLater')).toBe('Too many failed attempts. Try again in … seconds.')
    expect(problem('en-US', 'account.tryLater', { seconds: 'a few' })).toContain('in a few seconds')
    expect(problem('ru-RU', 'validation.tooLong', {})).toBe('…: не более … символа')
  })

  it('writes numbers as the language does', () => {
    const title = (language: 'en-US' | 'de-DE' | 'fr-FR') =>
      problem(language, 'validation.tooLong', { field: 'content', max: 1_048_576 })
    expect(title('en-US')).toBe('Content must be at most 1,048,576 characters long')
    expect(title('de-DE')).toBe('Inhalt: Höchstens 1.048.576 Zeichen')
    expect(title('fr-FR')).toMatch(/1\s048\s576 caractères/)
  })

  it('holds two numbers as well as one', () => {
    expect(problem('en-US', 'validation.range', { field: 'count', min: 0, max: 1000 })).toBe(
      'Number of entries must be between 0 and 1,000',
    )
  })

  it.each([
    '{{max}}',
    '{{- max}}',
    '{{team}}',
    '{{constructor}}',
    '$t(validation.body)',
    '$t(validation.body, {"lng": "de-DE"})',
    '<img src=x onerror=alert(1)>&amp;"\'',
    '$& $1 $$ $`',
    '__proto__',
    '{{',
    '}}',
    '\u0000',
  ])('repeats %j as it came', (hostile) => {
    expect(problem('en-US', 'user.isCaptain', { team: hostile })).toBe(
      `This user is captain of the team “${hostile}”. Make another member captain or delete the team first.`,
    )
    expect(problem('en-US', 'validation.tooLong', { field: hostile, max: 7 })).toBe(
      `${hostile} must be at most 7 characters long`,
    )
    expect(mail('en-US', 'subject', { title: hostile, platform: hostile })).toBe(`${hostile} - ${hostile}`)
  })

  it('repeats any text as it came', () => {
    const text = fc.oneof(
      anyText,
      fc
        .array(fc.constantFrom('{{', '}}', '$t(', ')', 'title', 'platform', '-', ',', ' '))
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, text, (title, platform) => {
        expect(mail('en-US', 'subject', { title, platform })).toBe(`${title} - ${platform}`)
      }),
    )
  })

  it('takes no orders from parameters that are named like options', () => {
    expect(
      problem('en-US', 'team.notFound', { lng: 'de-DE', ns: 'mail', context: 'x', defaultValue: 'x' }),
    ).toBe('Team not found')
  })
})

describe('the name of a field', () => {
  it('is the name itself where there is no other', () => {
    for (const name of ['unheardOf', 'constructor', '__proto__', 'toString', '{{x}}', 'body.title'])
      expect(field('en-US', name)).toBe(name)
  })

  it('calls what has no name the body', () => {
    expect(field('en-US', '')).toBe('Request body')
    expect(problem('de-DE', 'validation.required', { field: '' })).toBe('Anfrageinhalt: Pflichtangabe')
  })

  it.each(languages)('stays as it is when it was translated before (%s)', (language) => {
    for (const name of ['name', 'title', 'email', 'files', 'status', 'description', 'token', 'slogan'])
      expect(field(language, field(language, name))).toBe(field(language, name))
  })
})
