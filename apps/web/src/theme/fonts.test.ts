import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8')

/** By the name of the cut. */
const rangesOf = (name: string): [number, number][] => {
  const face = css.split('@font-face').find((one) => one.includes(`@cut-fonts/${name}.woff2`)) ?? ''
  const [, ranges = ''] = /unicode-range:([^;]+);/.exec(face) ?? []
  return ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

const cuts = ['inter', 'inter-accented', 'inter-extended']

it.each(['Čapek', 'Kılıç', 'Łódź', 'Škoda', 'Ğül Öz', 'Œuvre', 'Ángel ¡Olé!', 'Straße'])(
  'needs no whole font for a name such as %s',
  (name) => {
    const isCut = (code: number): boolean =>
      cuts.some((cut) => rangesOf(cut).some(([first, last]) => code >= first && code <= last))
    expect([...name].filter((letter) => !isCut(letter.codePointAt(0) ?? 0))).toEqual([])
  },
)

it('leaves no gap in the letters of Latin-1 and Latin Extended-A', () => {
  const missing: string[] = []
  for (let code = 0xa1; code <= 0x17f; code++)
    if (!cuts.some((cut) => rangesOf(cut).some(([first, last]) => code >= first && code <= last)))
      missing.push(code.toString(16))
  expect(missing).toEqual([])
})
