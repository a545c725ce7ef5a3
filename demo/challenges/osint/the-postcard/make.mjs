// @ts-check
import { writeZip } from '../../../kit/zip.mjs'
import { frontOfPostcard } from './front.mjs'

const back = `My dear Wil,

I write this at the window of my room over the fish market, which has been
shouting up to me since dawn, as it is market day in the village.

Last night I could not sleep and watched the lights. Right across the water is
the one that is on the front of this card. It blinks three times and then has a
rest, and the whole performance takes fifteen seconds; I timed it with your
watch. Far to the left there is another, a red one, quite calm: two seconds on,
two seconds off, two seconds on.

This morning I saw the ferry come in, and the poor thing looked so small! It was
the lowest of low water, to the minute, as the old man with the tide table told
everybody twice, and so they all had to climb the long ladder, hats and hens and
all. I laughed so much that I forgot to look whether you were on it.

Yours, with sand in both shoes,
the same as ever
`

const lights = `name,rhythm,tower
Great Corrie,Fl(3) W 15s,white with 3 red bands
Anvil Head,Fl(3) W 15s,white with 2 red bands
Monk's Tooth,Fl(3) W 15s,black
Long Ness,Fl(3) W 20s,white with 3 red bands
Skerry Rock,Fl(2) W 10s,grey granite
Tern Island,Fl R 4s,red iron column
Eel Point,Iso R 4s,red iron column
Corrie Bar,Iso R 4s,red buoy
Saltmarsh Perch,Iso G 4s,green pole
Old Chapel,Iso W 4s,gable of the chapel
Thorn Mole,Oc R 6s,red iron column
`

const villages = `village,lights in sight,market day,low water in minutes after Great Sound
Anvil Haven,Anvil Head; Eel Point,Thursday,-20
Chapel Quay,Great Corrie; Old Chapel,Tuesday,25
Corrie Sands,Tern Island; Eel Point; Great Corrie,Wednesday,35
Gull Steps,Thorn Mole; Anvil Head,Monday,-15
Little Corrie,Great Corrie; Tern Island,Wednesday,30
Monkswater,Corrie Bar; Monk's Tooth,Wednesday,50
Ness End,Corrie Bar; Long Ness,Saturday,5
Perch Landing,Skerry Rock; Saltmarsh Perch,Saturday,0
Saltmarsh,Eel Point; Long Ness,Monday,10
Ternholm,Skerry Rock; Tern Island,Friday,-5
`

const ferries = `village,ferry,arrives
Anvil Haven,Sea Pink,07:05
Anvil Haven,Night Heron,11:40
Anvil Haven,Marigold,16:20
Chapel Quay,Old Patience,08:30
Chapel Quay,Sea Pink,12:10
Corrie Sands,Marigold,06:50
Corrie Sands,Sea Pink,10:52
Corrie Sands,Old Patience,10:48
Corrie Sands,Night Heron,11:50
Corrie Sands,Marigold,15:50
Gull Steps,Sea Pink,10:15
Gull Steps,Marigold,18:00
Little Corrie,Old Patience,09:02
Little Corrie,Marigold,15:25
Monkswater,Night Heron,09:35
Monkswater,Night Heron,17:10
Ness End,Sea Pink,13:30
Perch Landing,Old Patience,14:45
Saltmarsh,Sea Pink,06:30
Saltmarsh,Sea Pink,16:55
Ternholm,Marigold,12:40
Ternholm,Night Heron,19:20
`

/** @returns {Record<string, string | Buffer>} */
export function make() {
  return {
    'files/postcard.zip': writeZip({
      'front.png': frontOfPostcard(3),
      'back.txt': back,
      'lights.csv': lights,
      'villages.csv': villages,
      'ferries.csv': ferries,
      'tides.csv': tides(),
    }),
  }
}

/** Every 12 hours and 25 minutes, a little early or late. */
function tides() {
  const rows = []
  for (let count = 0; count < 60; count++) {
    const minutes = 52 + count * 745 + [0, 3, 5, 6, 5, 3, 0, -3, -5, -6, -5, -3][count % 12]
    const time = new Date(Date.UTC(2026, 4, 1, 0, minutes)).toISOString()
    if (time.startsWith('2026-05')) rows.push(`${time.slice(0, 10)},${time.slice(11, 16)}`)
  }
  return `date,low water in Great Sound\n${rows.join('\n')}\n`
}
