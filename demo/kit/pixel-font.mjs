// @ts-check

/** Five dots by seven, row by row. */
const shapes = {
  a: '..... ..... .###. ....# .#### #...# .####',
  b: '#.... #.... ####. #...# #...# #...# ####.',
  c: '..... ..... .#### #.... #.... #.... .####',
  d: '....# ....# .#### #...# #...# #...# .####',
  e: '..... ..... .###. #...# ##### #.... .####',
  f: '..##. .#..# .#... ####. .#... .#... .#...',
  g: '..... .#### #...# #...# .#### ....# .###.',
  h: '#.... #.... ####. #...# #...# #...# #...#',
  i: '..#.. ..... .##.. ..#.. ..#.. ..#.. .###.',
  j: '...#. ..... ..##. ...#. ...#. #..#. .##..',
  k: '#.... #.... #..#. #.#.. ##... #.#.. #..#.',
  l: '.##.. ..#.. ..#.. ..#.. ..#.. ..#.. .###.',
  m: '..... ..... ##.#. #.#.# #.#.# #.#.# #.#.#',
  n: '..... ..... ####. #...# #...# #...# #...#',
  o: '..... ..... .###. #...# #...# #...# .###.',
  p: '..... ####. #...# #...# ####. #.... #....',
  q: '..... .#### #...# #...# .#### ....# ....#',
  r: '..... ..... #.##. ##..# #.... #.... #....',
  s: '..... ..... .#### #.... .###. ....# ####.',
  t: '.#... .#... ####. .#... .#... .#..# ..##.',
  u: '..... ..... #...# #...# #...# #...# .####',
  v: '..... ..... #...# #...# #...# .#.#. ..#..',
  w: '..... ..... #.#.# #.#.# #.#.# #.#.# .#.#.',
  x: '..... ..... #...# .#.#. ..#.. .#.#. #...#',
  y: '..... #...# #...# #...# .#### ....# .###.',
  z: '..... ..... ##### ...#. ..#.. .#... #####',
  0: '.###. #...# #..## #.#.# ##..# #...# .###.',
  1: '..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.',
  2: '.###. #...# ....# ...#. ..#.. .#... #####',
  3: '.###. #...# ....# ..##. ....# #...# .###.',
  4: '...#. ..##. .#.#. #..#. ##### ...#. ...#.',
  5: '##### #.... ####. ....# ....# #...# .###.',
  6: '.###. #.... #.... ####. #...# #...# .###.',
  7: '##### ....# ...#. ..#.. .#... .#... .#...',
  8: '.###. #...# #...# .###. #...# #...# .###.',
  9: '.###. #...# #...# .#### ....# ....# .###.',
  '{': '...## ..#.. ..#.. .#... ..#.. ..#.. ...##',
  '}': '##... ..#.. ..#.. ...#. ..#.. ..#.. ##...',
  _: '..... ..... ..... ..... ..... ..... #####',
  ' ': '..... ..... ..... ..... ..... ..... .....',
}

const dots = new Map(Object.entries(shapes).map(([letter, shape]) => [letter, shape.replaceAll(' ', '')]))
const letters = new Map([...dots].map(([letter, shape]) => [shape, letter]))

/**
 * @param {{ fill: (left: number, top: number, wide: number, high: number, color: number) => void }} canvas
 * @param {string} text
 * @param {{ x: number, y: number, scale: number, color: number }} how
 */
export function drawText(canvas, text, { x, y, scale, color }) {
  for (const [place, letter] of [...text].entries())
    for (const [index, dot] of [...(dots.get(letter) ?? '')].entries())
      if (dot === '#')
        canvas.fill(
          x + (place * 6 + (index % 5)) * scale,
          y + Math.floor(index / 5) * scale,
          scale,
          scale,
          color,
        )
}

/**
 * @param {import('./png.mjs').Pixels} pixels
 * @param {{ x: number, y: number, scale: number, color: number }} how
 * @returns {string} what is written there, until something is no letter
 */
export function readText(pixels, { x, y, scale, color }) {
  let text = ''
  for (let left = x; left + 5 * scale <= pixels.width; left += 6 * scale) {
    const shape = Array.from({ length: 35 }, (_, index) =>
      pixels.at(left + (index % 5) * scale, y + Math.floor(index / 5) * scale) === color ? '#' : '.',
    ).join('')
    const letter = letters.get(shape)
    if (letter === undefined) break
    text += letter
  }
  return text.trimEnd()
}
