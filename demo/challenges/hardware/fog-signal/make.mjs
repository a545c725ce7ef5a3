// @ts-check
import { variants } from '../../../kit/variant.mjs'

/** @returns {Record<string, string | Buffer>} */
export function make() {
  return variants({ slug: 'fog-signal', words: 'start_stop_and_sound', extension: 'vcd' }, (flag, random) => {
    const bit = 1_000_000 / random.pick([4800, 9600, 14_400, 19_200])
    /** @type {{ at: number, change: string }[]} */
    const changes = []
    let at = random.between(2000, 6000)
    let level = 1
    for (const byte of Buffer.from(`HORN ${flag}\r\n`)) {
      for (const next of [0, ...Array.from({ length: 8 }, (_, place) => (byte >> place) & 1), 1]) {
        if (next !== level) changes.push({ at: Math.round(at), change: `${next}!` })
        level = next
        at += bit
      }
      at += bit * random.below(4)
    }
    for (
      let lamp = 1, time = random.between(500, 9000);
      time < at;
      lamp = 1 - lamp, time += random.between(4000, 12_000)
    )
      changes.push({ at: time, change: `${lamp}"` })
    const lines = changes.toSorted((a, b) => a.at - b.at).map((one) => `#${one.at}\n${one.change}`)
    return `$timescale 1 us $end
$scope module horn $end
$var wire 1 ! tx $end
$var wire 1 " lamp $end
$upscope $end
$enddefinitions $end
#0
1!
0"
${lines.join('\n')}
#${Math.round(at) + 5000}
`
  })
}
