// @ts-check
import { variants } from '../../../kit/variant.mjs'

const letter = `My dear sister,

the week was quiet and the wind was kind.
On Monday I painted the gallery rail,
on Tuesday it rained on the gallery rail,
on Wednesday I painted the gallery rail.

The supply boat came with oil and onions
and with your parcel, for which I thank you.
The socks fit. The cake did not survive
the crossing, but the gulls were moved.

At night I count the ships, as always.
Eleven went by on Thursday, one of them
with a brass band on deck, in the rain,
playing for nobody, or else for me.
I answered with the horn. They bowed.

You ask if I am lonely. I have the lamp,
which must be wound every four hours
and is better company than most clocks,
and I have the barometer, who sulks.

On Friday the fog stood at the door
like a guest who has forgotten why he came.
I let the bell talk to him until noon.

On Saturday I did the accounts: forty
matches, nine wicks, one pane of glass,
and no complaints from the sea.

Tell the little ones that the seal is back,
that she is fat, and that she snores.
I shall be home when the swallows are,
and not a day before the paint is dry.

Your brother at the end of the pier

P.S. There is nothing more to say,
and I have said it as well as I could.
`

/** @returns {Record<string, string | Buffer>} */
export function make() {
  return variants({ slug: 'blank-letter', words: 'the_margins_talk', extension: 'txt' }, (flag) =>
    letter
      .trimEnd()
      .split('\n')
      .map((line, index) => line + (index < flag.length ? blank(flag.charCodeAt(index)) : ''))
      .join('\n')
      .concat('\n'),
  )
}

/** @param {number} code */
function blank(code) {
  return code.toString(2).padStart(8, '0').replaceAll('0', ' ').replaceAll('1', '\t')
}
