import type { Color } from '@pennant/contract/schema'
import { contrast, type Oklch, toHex, toOklch } from './oklch.ts'
import type { Scheme } from './scheme.ts'

/** tokens.css is made from it. */
export const brand: Color = '#2cc3ad'

const lightest = 0.97
const darkest = 0.28
const count = 10

export const shadesOf = (hex: Color): Color[] => {
  const base = toOklch(hex)
  const step = (lightest - darkest) / (count - 1)
  const own = Math.min(count - 1, Math.max(0, Math.round((lightest - base.lightness) / step)))
  const top = Math.max(lightest, base.lightness)
  const bottom = Math.min(darkest, base.lightness)
  return Array.from({ length: count }, (_, index) => {
    if (index === own) return hex.toLowerCase() as Color
    const lightness =
      index < own
        ? top + ((base.lightness - top) * index) / own
        : base.lightness + ((bottom - base.lightness) * (index - own)) / (count - 1 - own)
    return toHex({ ...base, lightness, chroma: base.chroma * paleness(index, own) })
  })
}

const paleness = (index: number, own: number): number => {
  const away = Math.abs(index - own) / (count - 1)
  return 1 - 0.75 * away ** 1.5
}

/** As in tokens.css. */
export const inks = {
  dark: { surfaces: ['#0b0e12', '#11151b', '#1a2029'], text: '#e3e8ee', dim: '#98a4b4' },
  light: { surfaces: ['#f5f6f8', '#ffffff', '#e9edf1'], text: '#171c23', dim: '#515c69' },
} as const satisfies Record<Scheme, { surfaces: readonly Color[]; text: Color; dim: Color }>

export type Accent = {
  accent: Color
  strong: Color
  /** Text on `accent` and `strong`. */
  on: Color
  text: Color
  soft: Color
}

/** WCAG level AA. */
export const needed = { text: 4.5, mark: 3 } as const

type Test = (candidate: Color) => boolean

const reaches =
  (ratio: number, ...others: readonly Color[]): Test =>
  (candidate) =>
    others.every((other) => contrast(candidate, other) >= ratio)

const grain = 0.01

// Black or white always passes.
const nearest = (wanted: Oklch, passes: Test, exact?: Color): Color => {
  if (exact !== undefined && passes(exact)) return exact
  for (let away = 0; away <= 1; away += grain)
    for (const lightness of [wanted.lightness + away, wanted.lightness - away]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = toHex({ ...wanted, lightness })
      if (passes(candidate)) return candidate
    }
  return [black, white].find(passes) ?? white
}

const black: Color = '#000000'
const white: Color = '#ffffff'

const onOf = (accent: Color): Color => {
  const tinted = toHex({ ...toOklch(accent), lightness: 0.22, chroma: 0.03 })
  return [tinted, white, black].find((ink) => contrast(ink, accent) >= needed.text + slack) ?? black
}

// For rounding to 8-bit channels.
const slack = 0.02

export const accentOf = (hex: Color, scheme: Scheme): Accent => {
  const { surfaces, text: ink, dim } = inks[scheme]
  const base = toOklch(hex)
  const readable = reaches(needed.text + slack, ...surfaces)
  const visible = reaches(needed.mark + slack, ...surfaces)

  const accent = nearest(base, (one) => visible(one) && contrast(onOf(one), one) >= needed.text, hex)
  const on = onOf(accent)
  const shown = toOklch(accent)
  const away = scheme === 'dark' && shown.lightness < 0.9 ? 0.06 : -0.06
  const strong = nearest(
    { ...shown, lightness: shown.lightness + away },
    (one) => visible(one) && contrast(on, one) >= needed.text + slack,
  )
  const soft = nearest(
    {
      hue: base.hue,
      chroma: Math.min(base.chroma, scheme === 'dark' ? 0.035 : 0.025),
      lightness: scheme === 'dark' ? 0.26 : 0.95,
    },
    reaches(needed.text + slack, ink, dim),
  )
  const text = nearest(shown, (one) => readable(one) && contrast(one, soft) >= needed.text + slack, accent)
  return { accent, strong, on, text, soft }
}

/** As in tokens.css: drawn by hand, with the same contrast. */
export const brandAccents: Readonly<Record<Scheme, Accent>> = {
  dark: { accent: '#2cc3ad', strong: '#56d6c0', on: '#04211d', text: '#56d6c0', soft: '#0f2a2a' },
  light: { accent: '#0b7166', strong: '#0a5a52', on: '#ffffff', text: '#0b6a60', soft: '#e0f3ef' },
}

const rule = (scheme: Scheme, { accent, strong, on, text, soft }: Accent): string =>
  `:root[data-mantine-color-scheme="${scheme}"]{--accent:${accent};--accent-strong:${strong};` +
  `--on-accent:${on};--accent-text:${text};--accent-soft:${soft}}`

export const styleOf = (hex: Color): string =>
  (['dark', 'light'] as const).map((scheme) => rule(scheme, accentOf(hex, scheme))).join('\n')

export type Figure = { use: 'text' | 'button' | 'mark'; ratio: number; needed: number }

export const figuresOf = ({ accent, strong, on, text, soft }: Accent, scheme: Scheme): Figure[] => {
  const { surfaces } = inks[scheme]
  const least = (one: Color, others: readonly Color[]): number =>
    Math.min(...others.map((other) => contrast(one, other)))
  return [
    { use: 'text', ratio: least(text, [...surfaces, soft]), needed: needed.text },
    { use: 'button', ratio: least(on, [accent, strong]), needed: needed.text },
    { use: 'mark', ratio: Math.min(least(accent, surfaces), least(strong, surfaces)), needed: needed.mark },
  ]
}
