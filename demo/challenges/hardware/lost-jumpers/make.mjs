// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const log = `HARBOUR LIGHT LOG
19:52 Lamp lit. Wind south-west 4, rain in sight.
21:30 Three trawlers in, one of them singing.
23:10 Rain. The boards of this box are not as tight as they were.
00:00 Word of the night: flag{sixty_two_bits_tell_it_all}
02:15 Nothing, and a great deal of it.
04:40 First gull. Lamp out at 05:31.
`

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('lost-jumpers')
  const jumpers = [30, 29, 22, 18]
  let state = random.bigint(31)
  const sealed = Buffer.from(log).map((byte) => {
    let out = 0
    for (let bit = 7; bit >= 0; bit--) {
      out = (out << 1) | (((byte >> bit) & 1) ^ Number((state >> 30n) & 1n))
      const fed = jumpers.reduce((sum, place) => sum ^ ((state >> BigInt(place)) & 1n), 0n)
      state = ((state << 1n) & 0x7fffffffn) | fed
    }
    return out
  })
  return {
    'files/log.hex': `${Buffer.from(sealed)
      .toString('hex')
      .replaceAll(/.{64}(?=.)/g, '$&\n')}\n`,
  }
}
