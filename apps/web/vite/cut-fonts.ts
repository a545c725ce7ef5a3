import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pid } from 'node:process'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

type Ranges = readonly (readonly [first: number, last: number])[]

// The same as `unicode-range` in theme/fonts.css.
const basic: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x20ac, 0x20ac],
  [0x2212, 0x2212],
]
const accented: Ranges = [
  [0xa1, 0xb6],
  [0xb8, 0xd6],
  [0xd8, 0xff],
]
// Latin Extended-A: one letter of Turkish, Polish, or Czech would otherwise load a whole font.
const extended: Ranges = [
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x17f],
]
// Of the same block, but in the file of the accented letters.
const dotlessAndLigatures: Ranges = [
  [0x131, 0x131],
  [0x152, 0x153],
]
const greek: Ranges = [[0x370, 0x3ff]]
// Half of these also stand in a large file, among the letters of twenty other languages.
const vietnamese: Ranges = [
  [0x102, 0x103],
  [0x110, 0x111],
  [0x128, 0x129],
  [0x168, 0x169],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x300, 0x301],
  [0x303, 0x304],
  [0x308, 0x309],
  [0x323, 0x323],
  [0x329, 0x329],
  [0x1ea0, 0x1ef9],
  [0x20ab, 0x20ab],
]
const weights = { min: 400, max: 700 }
const inter = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const mono = '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'
const interExtended = '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'
const interGreek = '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2'
const interVietnamese = '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2'
const monoVietnamese = '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-vietnamese-wght-normal.woff2'
// Flags and code show every character as it is. Ligatures were a third of these files.
const monoFeatures = ['ccmp', 'mark', 'mkmk']
const cuts: readonly (readonly [name: string, source: string, ranges: Ranges, features?: string[]])[] = [
  ['inter', inter, basic],
  ['inter-accented', inter, [...accented, ...dotlessAndLigatures]],
  ['inter-extended', interExtended, extended],
  ['inter-greek', interGreek, greek],
  ['inter-vietnamese', interVietnamese, vietnamese],
  ['jetbrains-mono', mono, basic, monoFeatures],
  ['jetbrains-mono-accented', mono, accented, monoFeatures],
  ['jetbrains-mono-vietnamese', monoVietnamese, vietnamese, monoFeatures],
]

/** A third of the bytes, found under `@cut-fonts/`; other letters come from the whole fonts. */
export const cutFonts = (): Plugin => ({
  name: 'pennant:cut-fonts',
  async config() {
    const folder = join(import.meta.dirname, '../.vite/fonts')
    const names = await Promise.all(
      cuts.map(async ([name, ...recipe]) => [name, await cut(folder, name, ...recipe)] as const),
    )
    return {
      resolve: {
        alias: names.map(([name, file]) => ({ find: `@cut-fonts/${name}.woff2`, replacement: file })),
      },
    }
  },
})

// Cutting takes a second or two, so results are kept by a hash of all input.
const cut = async (
  folder: string,
  name: string,
  source: string,
  ranges: Ranges,
  features?: string[],
): Promise<string> => {
  const font = await readFile(createRequire(import.meta.url).resolve(source))
  const recipe = createHash('sha256').update(font).update(JSON.stringify({ ranges, weights, features }))
  const file = join(folder, `${name}-${recipe.digest('hex').slice(0, 16)}.woff2`)
  if (existsSync(file)) return file
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  const small = await subsetFont(font, letters.join(''), {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    ...(features && { keepFeatures: features }),
    variationAxes: { wght: weights },
  })
  await mkdir(folder, { recursive: true })
  // Whole or not at all: builds may run side by side.
  const unfinished = `${file}.${pid}`
  await writeFile(unfinished, small)
  await rename(unfinished, file)
  return file
}
