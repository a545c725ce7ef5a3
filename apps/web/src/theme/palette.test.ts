import { readFileSync } from 'node:fs'
import { type Color, isColor } from '@pennant/contract/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { contrast, toHex, toOklch } from './oklch.ts'
import { accentOf, brand, brandAccents, figuresOf, inks, needed, shadesOf, styleOf } from './palette.ts'

const schemes = ['dark', 'light'] as const
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Color => `#${value.toString(16).padStart(6, '0')}`)
const corners: Color[] = [
  '#000000',
  '#ffffff',
  '#808080',
  '#ffff00',
  '#0000ff',
  '#ff0000',
  '#00ff00',
  '#777777',
]

describe('a color', () => {
  it('is a sign and six hex digits', () => {
    for (const text of ['#000000', '#AbCdEf', '#2cc3ad']) expect(isColor(text)).toBe(true)
    for (const text of ['', '#', '#fff', '2cc3ad', '#2cc3adff', '#2cc3ag', ' #2cc3ad', 'teal', '#2cc3ad\n'])
      expect(isColor(text)).toBe(false)
  })

  it('comes back from its order by the eye as it was', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex)
      }),
      { examples: corners.map((hex) => [hex]) },
    )
  })

  it('has the contrasts that the guidelines compute', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(4, 1)
    expect(contrast('#123456', '#123456')).toBe(1)
  })
})

describe('the ten shades of a color', () => {
  it('go from pale to deep and hold the color itself', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        const shades = shadesOf(hex)
        expect(shades).toHaveLength(10)
        expect(shades.every(isColor)).toBe(true)
        expect(shades).toContain(hex)
        const lightness = shades.map((shade) => toOklch(shade).lightness)
        for (const [index, each] of lightness.entries())
          if (index > 0) expect(each).toBeLessThan((lightness[index - 1] ?? 0) + 0.004)
        expect((lightness[0] ?? 0) - (lightness[9] ?? 0)).toBeGreaterThan(0.6)
      }),
      { examples: corners.map((hex) => [hex]) },
    )
  })
})

describe('the accent made of a color', () => {
  it('is readable wherever it stands, whatever the color', () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...schemes), (hex, scheme) => {
        const accent = accentOf(hex, scheme)
        const { surfaces, text, dim } = inks[scheme]
        for (const surface of [...surfaces, accent.soft]) {
          expect(contrast(accent.text, surface)).toBeGreaterThanOrEqual(needed.text)
          expect(contrast(text, surface)).toBeGreaterThanOrEqual(needed.text)
        }
        expect(contrast(dim, accent.soft)).toBeGreaterThanOrEqual(needed.text)
        for (const face of [accent.accent, accent.strong]) {
          expect(contrast(accent.on, face)).toBeGreaterThanOrEqual(needed.text)
          for (const surface of surfaces) expect(contrast(face, surface)).toBeGreaterThanOrEqual(needed.mark)
        }
      }),
      {
        numRuns: byBreadth(100, 400, 4000),
        examples: corners.flatMap((hex) => schemes.map((scheme): [Color, typeof scheme] => [hex, scheme])),
      },
    )
  })

  it('is the color itself where that is readable', () => {
    expect(accentOf(brand, 'dark').accent).toBe(brand)
    expect(accentOf('#b3261e', 'light').accent).toBe('#b3261e')
    expect(accentOf('#ffff00', 'light').accent).not.toBe('#ffff00')
  })

  it('keeps the hue when it has to be corrected', () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...schemes), (hex, scheme) => {
        const [before, after] = [toOklch(hex), toOklch(accentOf(hex, scheme).accent)]
        // The hue of a near-gray means nothing.
        fc.pre(before.chroma > 0.06 && after.chroma > 0.06)
        const turned = Math.abs(before.hue - after.hue)
        expect(Math.min(turned, 2 * Math.PI - turned)).toBeLessThan(0.15)
      }),
    )
  })

  it('has figures that say the least contrast of each use', () => {
    for (const scheme of schemes) {
      const figures = figuresOf(accentOf('#ffcc00', scheme), scheme)
      expect(figures.map(({ use }) => use)).toEqual(['text', 'button', 'mark'])
      for (const { ratio, needed: least } of figures) expect(ratio).toBeGreaterThanOrEqual(least)
    }
  })

  it('is written as the tokens of both schemes', () => {
    const style = styleOf('#8844ff')
    for (const scheme of schemes) expect(style).toContain(`[data-mantine-color-scheme="${scheme}"]`)
    for (const token of ['accent', 'accent-strong', 'on-accent', 'accent-text', 'accent-soft'])
      expect(style.match(new RegExp(`--${token}:#[0-9a-f]{6}`, 'g'))).toHaveLength(2)
  })
})

describe('the inks that colors are checked against', () => {
  it('are those of the style sheet', () => {
    const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
    for (const scheme of schemes) {
      const block = sheet.split(`[data-mantine-color-scheme="${scheme}"] {`)[1]?.split('}')[0] ?? ''
      const token = (name: string): string | undefined => new RegExp(`--${name}: (\\S+);`).exec(block)?.[1]
      const { surfaces, text, dim } = inks[scheme]
      expect(['ink-0', 'ink-1', 'ink-2'].map(token)).toEqual([...surfaces])
      expect([token('text'), token('dim')]).toEqual([text, dim])
      expect(surfaces).toContain(token('field'))
      const { accent, strong, on, text: words, soft } = brandAccents[scheme]
      expect(['accent', 'accent-strong', 'on-accent', 'accent-text', 'accent-soft'].map(token)).toEqual([
        accent,
        strong,
        on,
        words,
        soft,
      ])
      for (const { ratio, needed: least } of figuresOf(brandAccents[scheme], scheme))
        expect(ratio).toBeGreaterThanOrEqual(least)
    }
  })
})

describe('the colors of notifications', () => {
  it.each(schemes)('are readable on every surface of the %s scheme', (scheme) => {
    const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
    const block = css.slice(css.indexOf(`:root[data-mantine-color-scheme="${scheme}"]`))
    for (const name of ['orange', 'teal', 'danger', 'news']) {
      const color = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? ''
      if (!isColor(color)) throw new Error(`${name} is ${color}`)
      for (const surface of inks[scheme].surfaces)
        expect(contrast(color, surface), `${name} on ${surface}`).toBeGreaterThanOrEqual(needed.text)
    }
  })
})
