// @ts-check
import { variants } from '../../../kit/variant.mjs'

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
const skies = ['low cloud', 'driving rain', 'sleet', 'broken cloud', 'hail', 'thunder']

/** @returns {Record<string, string | Buffer>} */
export function make() {
  return variants({ slug: 'two-letters', words: 'one_sheet_one_fire', extension: 'txt' }, (flag, random) => {
    const wind = `${random.pick(winds)} ${random.between(7, 10)}`
    const bulletin =
      `Storm warning for the outer banks: wind ${wind}, ${random.pick(skies)}, ` +
      `sea rough, visibility ${random.between(2, 9)} cables, all boats keep to port until the second bell.`
    const order = `To the keeper of the north light. The word for tonight is ${flag} and for nobody else.`
    const pad = random.bytes(bulletin.length)
    return `HARBOUR RADIO, TRAFFIC BOOK

06:10  to the north light
${dump(seal(order, pad))}

06:40  to all stations
${dump(seal(bulletin, pad))}

EVENING PAPER, PAGE ONE

"${bulletin}"
`
  })
}

/** @param {string} text @param {Buffer} pad */
function seal(text, pad) {
  return Buffer.from(text).map((byte, index) => byte ^ pad[index])
}

/** @param {Uint8Array} bytes */
function dump(bytes) {
  const digits = Buffer.from(bytes).toString('hex')
  return digits.replaceAll(/(.{48})(?=.)/g, '$1\n').replaceAll(/([\da-f]{2})(?=[\da-f])/g, '$1 ')
}
