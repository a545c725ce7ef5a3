// @ts-check

import { canvas, writePng } from '../../../kit/png.mjs'
import { createRandom } from '../../../kit/random.mjs'

const [width, height, horizon] = [320, 200, 128]
const palette = [
  ...['0b1330', '17204a', '2b2c66', '4a3a7c', '7c4a82', 'b8627c', 'e88a6c', 'f8c078'],
  ...['fff0c8', '0a0f20', '1a2238', '39405c', 'f4efe4', 'c8342c', '8a8fa8', '24506a'],
]
const [lamp, rock, wall, roof, white, red, grey] = [8, 9, 10, 11, 12, 13, 14]

/** @param {number} bands how many red bands the tower has */
export function frontOfPostcard(bands) {
  const random = createRandom('the-postcard front')
  const picture = canvas(width, height)

  // Ordered dither between two colors from the top down, mirrored in the water.
  const dither = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const far = y < horizon ? y / horizon : 1 - (y - horizon) / (height - horizon)
      const shade = far * far * 7.4 + (y < horizon ? 0 : -0.8) + dither[(x % 4) + (y % 4) * 4] / 16 - 0.5
      picture.set(x, y, Math.max(0, Math.min(7, Math.round(shade))))
    }
  for (let star = 0; star < 70; star++) picture.set(random.below(width), random.below(64), star % 3 ? 14 : 8)

  const axis = 236
  // The farther away, the less the beam lightens the sky.
  for (let x = 0; x < width; x++) {
    const away = Math.abs(x - axis)
    if (away < 8) continue
    const half = 2 + away * 0.1
    for (let y = Math.ceil(35 - half); y <= 35 + half; y++) {
      const thin = dither[(x % 4) + (y % 4) * 4] / 16 < 1 - away / 260
      const inner = Math.abs(y - 35) < half * 0.5
      if (thin && picture.at(x, y) < 7) picture.set(x, y, Math.min(7, picture.at(x, y) + (inner ? 2 : 1)))
    }
  }

  for (let x = 150, top = 126; x < width; x++) {
    top += x < 205 ? (x % 3 === 0 ? -1 : 0) : x > 262 && x % 4 === 0 ? 1 : 0
    picture.fill(x, top + random.below(2), 1, horizon + 14 - top - Math.floor(Math.abs(x - 236) / 16), rock)
  }

  // White, with red bands of eight dots and equal gaps.
  const [top, foot] = [44, 112]
  for (let y = top; y < foot; y++) {
    const half = 6 + Math.floor((y - top) / 14)
    const band = Math.floor((y - top - 4) / 8)
    const isRed = y >= top + 4 && band % 2 === 0 && band / 2 < bands
    picture.fill(axis - half, y, half * 2 + 1, 1, isRed ? red : white)
    picture.fill(axis + half - 2, y, 3, 1, isRed ? 4 : grey)
  }
  picture.fill(axis - 9, 41, 19, 3, wall)
  picture.fill(axis - 5, 30, 11, 11, lamp)
  for (let bar = -5; bar <= 5; bar += 5) picture.fill(axis + bar, 30, 1, 11, wall)
  for (let step = 0; step < 5; step++) picture.fill(axis - 6 + step, 29 - step, 13 - step * 2, 1, red)
  picture.fill(axis, 21, 1, 4, wall)

  const houses = [8, 30, 49, 74, 97, 118]
  for (const [index, left] of houses.entries()) {
    const [wide, high] = [16 + (index % 3) * 4, 15 + ((index * 7) % 11)]
    const base = horizon + 2
    picture.fill(left, base - high, wide, high, wall)
    for (let step = 0; step <= wide / 2; step++)
      picture.fill(left + step - 1, base - high - Math.floor(step * 0.8), wide + 2 - step * 2, 1, roof)
    for (let window = 0; window < Math.floor(wide / 6); window++)
      picture.fill(left + 3 + window * 6, base - high + 6, 3, 4, (index + window) % 2 ? lamp : 7)
  }
  picture.fill(0, horizon + 2, 156, 4, rock)
  for (let pile = 4; pile < 156; pile += 12) picture.fill(pile, horizon + 6, 2, 9, rock)

  for (const mast of [20, 140]) picture.fill(mast, 70, 1, horizon - 68, wall)
  for (let x = 20; x <= 140; x++) {
    const y = 72 + Math.round(12 - ((x - 80) / 17.3) ** 2)
    picture.set(x, y, wall)
    if (x % 10 === 4 && x < 136)
      for (let row = 0; row < 7; row++)
        picture.fill(
          x + Math.floor(row / 2),
          y + 1 + row,
          6 - Math.floor(row / 2) * 2,
          1,
          [red, 7, white, 15][((x - 4) / 10) % 4],
        )
  }

  for (let y = horizon + 18; y < height; y += 2) {
    const spread = Math.floor((y - horizon) / 7)
    for (const x of [axis, ...houses.map((left) => left + 8)])
      if (random.below(3) > 0)
        picture.fill(x - spread + random.below(spread * 2), y, 2 + random.below(5), 1, x === axis ? lamp : 7)
  }
  return writePng(picture, palette)
}
