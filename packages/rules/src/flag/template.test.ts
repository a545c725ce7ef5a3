import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extendedAlphabet, plainAlphabet } from './leet.ts'
import { generateFlag } from './template.ts'

const guids = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '9b2e0a4c-1d77-4b5e-8f3a-6c1d2e3f4a5b']
const hash = '8229bf0673be'

const generate = (
  template: string | null,
  pick: (count: number) => number = (count) => count - 1,
): string => {
  let drawn = 0
  return generateFlag(template, { pick, guid: () => guids[drawn++ % 2] ?? '', teamHash: hash })
}
const first = (): number => 0

const words = fc.string({ unit: fc.constantFrom(...'abiloszABILOSZ01289 _-{}[]é😀'), maxLength: 60 })
const unbraced = fc.string({ unit: fc.constantFrom(...'abiloszABILOSZ01289 _-[]é😀'), maxLength: 40 })
const picks = fc.infiniteStream(fc.nat())
const picker =
  (numbers: Stream) =>
  (count: number): number =>
    (numbers.next().value ?? 0) % count
type Stream = { next: () => { value?: number } }

describe('a flag without a template', () => {
  it.each([null, '', '  '])('is a GUID in braces (%j)', (template) => {
    expect(generate(template)).toBe(`flag{${guids[0]}}`)
  })
})

describe('placeholders', () => {
  it('are replaced wherever they stand: a new GUID each time, the same hash each time', () => {
    expect(generate('[GUID]/[TEAM_HASH]{[GUID]}[TEAM_HASH]')).toBe(`${guids[0]}/${hash}{${guids[1]}}${hash}`)
  })

  it('leave the rest of the template literal, spaces included', () => {
    expect(generate('flag{all so_easy [TEAM_HASH]}')).toBe(`flag{all so_easy ${hash}}`)
  })

  it('are never converted themselves, while the text around them is', () => {
    expect(generate('[LEET]flag{a [GUID] a[TEAM_HASH]a}')).toBe(`flag{4_${guids[0]}_4${hash}4}`)
    expect(generate('[CLEET]flag{a [GUID] a[TEAM_HASH]a}')).toBe(`flag{@_${guids[0]}_@${hash}@}`)
  })

  it('count in capitals and in full only', () => {
    expect(generate('flag{[guid][Team_Hash][GUID}', first)).toBe('flag{[guid][team_hash][guid}')
    expect(generate('[guid][team_hash]{[GUID]}')).toBe(`[guid][team_hash]{${guids[0]}}`)
  })

  it('do not arise from conversion', () => {
    expect(generate('{[6uid]}', () => 1)).toBe('{[GUID]}')
  })

  it('come through unharmed as often as they stand there', () => {
    fc.assert(
      fc.property(fc.array(unbraced), picks, (texts, numbers) => {
        for (const marker of ['', '[LEET]', '[CLEET]']) {
          const template = `${marker}{${['', ...texts].join('[TEAM_HASH]')}[GUID]}`
          const flag = generateFlag(template, {
            pick: picker(numbers),
            guid: () => '«abc-012»',
            teamHash: '«abc012»',
          })
          expect(flag.split('«abc012»')).toHaveLength(texts.length + 1)
          expect(flag.endsWith('«abc-012»}')).toBe(true)
        }
      }),
    )
  })
})

describe('markers', () => {
  it('choose the alphabet and are removed', () => {
    expect(generate('[LEET]flag{aiosz 12}')).toBe('flag{4l052_IZ}')
    expect(generate('[CLEET]flag{aiosz 12}')).toBe('flag{@!#$?_|?}')
  })

  it('are not needed: the plain alphabet is what a template without placeholders gets', () => {
    expect(generate('flag{aiosz 12}')).toBe('flag{4l052_IZ}')
  })

  it.each(['[LEET]', '[CLEET]'])('count at the very start only (%s)', (marker) => {
    expect(generate(`x${marker}{a}`)).toBe(`x${marker}{4}`)
    expect(generate(` ${marker}{a}`)).toBe(` ${marker}{4}`)
    expect(generate(`x${marker}{a[TEAM_HASH]}`)).toBe(`x${marker}{a${hash}}`)
    expect(generate(`[LEET]${marker}{a}`)).toBe(`${marker}{4}`)
  })

  it.each(['[leet]', '[Leet]', '[cleet]', '[ LEET]'])('count in capitals only (%s)', (marker) => {
    expect(generate(`${marker}{a[TEAM_HASH]}`)).toBe(`${marker}{a${hash}}`)
    expect(generate(`${marker}{a}`)).toBe(`${marker}{4}`)
  })
})

describe('the scope of conversion', () => {
  it.each([
    ['lies inside braces', 'a a{a a}a a', 'a a{4_4}a a'],
    ['goes on after nested braces', 'a{a{a}a}a', 'a{4{4}4}a'],
    ['may come more than once', 'a{a}a{a}a', 'a{4}a{4}a'],
    ['runs to the end where a brace is not closed', 'a{a{a}a', 'a{4{4}4'],
    ['does not care about a brace too many', 'a}a{a}}a{a}', 'a}a{4}}a{4}'],
    ['may be empty', 'a{}a', 'a{}a'],
    ['goes on behind placeholders', '[LEET]a{[GUID]a}a', `a{${guids[0]}4}a`],
    ['keeps what is neither letter nor digit', '{é😀-ß\t}', '{é😀-ß\t}'],
  ])('%s', (_, template, flag) => expect(generate(template)).toBe(flag))

  it('does not keep the case', () => {
    expect(generate('{hH}', first)).toBe('{hh}')
    expect(generate('{hH}')).toBe('{HH}')
  })

  it('leaves text outside as it is, and inside takes each character from its own set', () => {
    const markers = fc.constantFrom(
      { marker: '', alphabet: plainAlphabet },
      { marker: '[LEET]', alphabet: plainAlphabet },
      { marker: '[CLEET]', alphabet: extendedAlphabet },
    )
    fc.assert(
      fc.property(
        unbraced,
        unbraced,
        unbraced,
        markers,
        picks,
        (head, inner, tail, { marker, alphabet }, numbers) => {
          const flag = generate(`${marker}${head}{${inner}}${tail}`, picker(numbers))
          expect(flag.startsWith(`${head}{`)).toBe(true)
          expect(flag.endsWith(`}${tail}`)).toBe(true)
          const got = flag.slice(head.length + 1, flag.length - tail.length - 1)
          expect(got).toHaveLength(inner.length)
          for (const [index, character] of [...inner].entries())
            expect(character === ' ' ? '_' : (alphabet.get(character) ?? character)).toContain(
              [...got][index],
            )
        },
      ),
    )
  })

  it('makes a flag exactly as long as the template without its marker, braces in any order', () => {
    fc.assert(
      fc.property(words, picks, (template, numbers) => {
        fc.pre(template.trim() !== '')
        expect(generate(template, picker(numbers))).toHaveLength(template.length)
        expect(generate(`[LEET]${template}`, picker(numbers))).toHaveLength(template.length)
        expect(generate(`[CLEET]${template}`, picker(numbers))).toHaveLength(template.length)
      }),
    )
  })

  it('reaches every member of a set', () => {
    const seen = new Set(Array.from({ length: 4 }, (_, index) => generate('{b}', () => index)))
    expect(seen).toEqual(new Set(['{b}', '{B}', '{6}', '{8}']))
  })
})
