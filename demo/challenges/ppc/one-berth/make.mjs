// @ts-check
import { createRandom } from '../../../kit/random.mjs'

const flag = 'flag{the_best_plan_turns_many_away}'
const alphabet = 'abcdefghijklmnopqrstuvwxyz_{}'
const first = [
  'Grey',
  'Lucky',
  'Little',
  'Blue',
  'Brave',
  'Idle',
  'Salty',
  'Merry',
  'Stout',
  'Late',
  'Proud',
  'Second',
]
const second = [
  'Heron',
  'Anchovy',
  'Widow',
  'Teapot',
  'Comet',
  'Barnacle',
  'Sister',
  'Walnut',
  'Dolphin',
  'Kettle',
]

/** @typedef {{ name: string, arrives: number, leaves: number, fee: number, mark: string }} Ship */

/** @returns {Record<string, string | Buffer>} */
export function make() {
  for (let attempt = 0; ; attempt++) {
    const ships = applications(`one-berth ${attempt}`)
    const plan = bestPlan(ships)
    if (plan === undefined || plan.length < flag.length) continue
    const text = 'keep_the_quay_busy_'.repeat(9).slice(-(plan.length - flag.length)) + flag
    for (const [index, ship] of plan.entries()) ship.mark = text[index]
    const rows = ships.map(({ name, arrives, leaves, fee, mark }) =>
      [name, arrives, leaves, fee, mark].join(','),
    )
    return { 'files/ships.csv': `ship,arrives,leaves,fee,mark\n${rows.join('\n')}\n` }
  }
}

/** @param {string} seed */
function applications(seed) {
  const random = createRandom(seed)
  return Array.from({ length: 600 }, () => {
    const arrives = random.below(19_800)
    const stay = random.between(90, 90 + random.between(60, 900))
    const name = `${random.pick(first)} ${random.pick(second)} ${random.between(2, 99)}`
    const fee = Math.floor((stay * random.between(60, 140)) / 100) + random.between(40, 120)
    return { name, arrives, leaves: arrives + stay, fee, mark: random.pick([...alphabet]) }
  })
}

/**
 * @param {Ship[]} ships
 * @returns {Ship[] | undefined} nothing if there is more than one best plan
 */
function bestPlan(ships) {
  const order = ships.toSorted((a, b) => a.leaves - b.leaves)
  /** @type {{ fee: number, ways: number, plan: Ship[] }[]} the best with the first so many ships */
  const best = [{ fee: 0, ways: 1, plan: [] }]
  for (const [index, ship] of order.entries()) {
    const before = best[order.findLastIndex((other, at) => at < index && other.leaves <= ship.arrives) + 1]
    const [without, fee] = [best[index], before.fee + ship.fee]
    if (fee < without.fee) best.push(without)
    else if (fee === without.fee) best.push({ ...without, ways: without.ways + before.ways })
    else best.push({ fee, ways: before.ways, plan: [...before.plan, ship] })
  }
  const { ways, plan } = best[order.length]
  return ways === 1 ? plan : undefined
}
