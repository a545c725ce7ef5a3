import type { Color } from '@pennant/contract/schema'

/** `lightness` is from 0 to 1. */
export type Oklch = { lightness: number; chroma: number; hue: number }

type Triple = readonly [number, number, number]

const channelsOf = (hex: Color): Triple => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const toLinear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const fromLinear = (light: number): number =>
  255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

export const toOklch = (hex: Color): Oklch => {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as unknown as Triple
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

const toLight = ({ lightness, chroma, hue }: Oklch): Triple => {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

const room = 0.0005
const fits = (light: Triple): boolean => light.every((share) => share >= -room && share <= 1 + room)

/** Colors outside of sRGB lose chroma; lightness and hue stay. */
export const toHex = ({ lightness, chroma, hue }: Oklch): Color => {
  let [low, high] = [0, chroma]
  if (fits(toLight({ lightness, chroma, hue }))) low = chroma
  else
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      if (fits(toLight({ lightness, chroma: middle, hue }))) low = middle
      else high = middle
    }
  const digits = toLight({ lightness, chroma: low, hue }).map((light) =>
    Math.round(Math.min(255, Math.max(0, fromLinear(light))))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** From 0 to 1. */
const luminance = (hex: Color): number => {
  const [red, green, blue] = channelsOf(hex)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** From 1 (the same) to 21 (black on white). */
export const contrast = (one: Color, other: Color): number => {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}
