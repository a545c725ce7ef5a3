// @ts-check

/**
 * Drawn, so that the poster needs no font. A hundred units high.
 *
 * @type {Record<string, { width: number, path: string }>}
 */
const letters = {
  A: { width: 80, path: 'M0 100 40 0 80 100M15 64H65' },
  B: { width: 64, path: 'M0 0V100M0 0H34A24 24 0 0 1 34 48H0M34 48H38A26 26 0 0 1 38 100H0' },
  C: { width: 76, path: 'M76 21A43 50 0 1 0 76 79' },
  F: { width: 52, path: 'M0 100V0H52M0 48H44' },
  G: { width: 80, path: 'M76 20A43 50 0 1 0 80 76V54H52' },
  H: { width: 66, path: 'M0 0V100M66 0V100M0 48H66' },
  I: { width: 0, path: 'M0 0V100' },
  L: { width: 50, path: 'M0 0V100H50' },
  O: { width: 90, path: 'M45 0A45 50 0 1 1 45 100 45 50 0 1 1 45 0Z' },
  R: { width: 64, path: 'M0 100V0H35A26 26 0 0 1 35 52H0M32 52 64 100' },
  S: {
    width: 60,
    path: 'M56 16C50 4 40 0 31 0 14 0 4 10 4 25 4 58 60 42 60 75 60 90 48 100 31 100 18 100 6 94 0 82',
  },
  T: { width: 68, path: 'M0 0H68M34 0V100' },
  U: { width: 68, path: 'M0 0V65A34 35 0 0 0 68 65V0' },
}

const [space, gap] = [46, 27]

/**
 * @param {string} text
 * @param {{ x: number, y: number, height: number, pen: number, color: string }} how `y` is the top
 * @returns {string} SVG
 */
export function lettering(text, { x, y, height, pen, color }) {
  const scale = height / 100
  let left = 0
  const paths = [...text].map((character) => {
    const letter = letters[character]
    if (letter === undefined) {
      left += space
      return ''
    }
    const path = `<path transform="translate(${left} 0)" d="${letter.path}"/>`
    left += letter.width + gap
    return path
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${color}" stroke-width="${pen / scale}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}
