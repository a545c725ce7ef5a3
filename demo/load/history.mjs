// @ts-check
import { createRandom } from '../kit/random.mjs'

/**
 * @typedef {import('../load.mjs').Placed} Placed
 * @typedef {import('./people.mjs').Team} Team
 * @typedef {{ at: number, act: () => Promise<unknown> }} Scene
 *
 * @typedef {object} History
 * @property {import('../load.mjs').DemoServer} server
 * @property {import('../sample-event.mjs').SampleEvent} event
 * @property {{ id: number, path: string }} game
 * @property {number} start
 * @property {import('./people.mjs').Person} admin
 * @property {Team[]} teams
 * @property {Placed[]} challenges
 */

const minute = 60_000
const slips = [
  (/** @type {string} */ flag) => flag.toUpperCase(),
  (/** @type {string} */ flag) => flag.replace('flag{', '').replace('}', ''),
  (/** @type {string} */ flag) => flag.replaceAll('_', ' '),
  (/** @type {string} */ flag) => flag.replace('}', '!}'),
  () => 'flag{is_it_this}',
  () => 'flag{the_fog_has_it}',
  () => 'flag{ask_the_harbour_master}',
]

/** @param {History} history */
export async function playHistory(history) {
  const { server, event, game, start, admin } = history
  /** @type {Scene[]} */
  const scenes = [
    ...event.notices.map(({ minute: when, content }) => ({
      at: start + when * minute,
      act: () => admin.post(`${game.path}/notices`, { content }),
    })),
    ...pointsByHand(history),
    ...attempts(history),
  ]
  const past = scenes.filter(({ at }) => at < server.now).toSorted((a, b) => a.at - b.at)
  let told = 0
  for (const { at, act } of past) {
    server.setTime(at)
    await act()
    if (++told % 500 === 0) server.say(`${told} of ${past.length} scenes played`)
  }
}

/**
 * @param {History} history
 * @returns {Scene[]}
 */
function pointsByHand({ event, game, start, admin }) {
  return event.pointsByHand.map(({ minute: when, team, points, reason }) => ({
    at: start + when * minute,
    async act() {
      /** @type {{ id: number, team: { name: string } }[]} */
      const all = await admin.get(`/api/game/${game.id}/participations`)
      const participationIds = all.filter((one) => one.team.name === team).map(({ id }) => id)
      await admin.post(`${game.path}/adjustments`, { participationIds, points, reason })
    },
  }))
}

/**
 * @param {History} history
 * @returns {Scene[]}
 */
function attempts({ server, game, start, teams, challenges }) {
  const { below, between, pick, shuffled } = createRandom('attempts')
  const played = (server.now - start) / minute
  const solvable = challenges.filter(({ needsContainers }) => !needsContainers)
  /** @param {Team} team @param {Placed} challenge */
  const scenesOf = (team, challenge, /** @type {number} */ at, /** @type {boolean} */ solves) => {
    const player = pick(team.players)
    const path = `/api/game/${game.id}/challenges/${challenge.id}`
    /** @type {Scene[]} */
    const scenes = []
    let flag = challenge.flag ?? ''
    const read = async () => {
      const { context } = await player.get(path)
      const [, hash = ''] = /^\/assets\/([0-9a-f]{64})\//.exec(context.url ?? '') ?? []
      flag = challenge.flagOf.get(hash) ?? flag
    }
    const reading = Math.max(1, at - between(4, 50))
    scenes.push({ at: start + reading * minute, act: read })
    const wrong = below(4) + (solves ? 0 : 1)
    for (let each = 0; each < wrong; each++) {
      const when = reading + ((at - reading) * (each + 1)) / (wrong + 1)
      const slip = pick(slips)
      scenes.push({ at: start + when * minute, act: () => player.post(path, { flag: slip(flag) }) })
    }
    if (solves)
      scenes.push({
        at: start + at * minute + below(60) * 1_000,
        act: () => player.post(path, { flag }),
      })
    return challenge.submissionLimit > 0
      ? scenes.slice(-Math.min(scenes.length, 3)).toSpliced(0, 0, scenes[0])
      : scenes
  }

  const scenes = teams.flatMap((team) => {
    // A few are very good, most are average, and some only look around.
    const skill = (below(100) + below(100) + below(40)) / 240
    const hours = shuffled(solvable).toSorted(
      (a, b) => a.originalScore + below(160) - b.originalScore - below(160),
    )
    let clock = between(6, 60) + Math.round((1 - skill) * 90)
    return hours.flatMap((challenge) => {
      const hardness = challenge.originalScore / 520
      clock += Math.round((12 + hardness * 150 * (1.35 - skill)) * (0.5 + below(100) / 100))
      if (below(9) === 0) clock += between(60, 240)
      if (clock >= played) return []
      const solves = below(100) < 100 * (0.2 + 1.25 * skill - 0.6 * hardness)
      return solves || below(3) > 0 ? scenesOf(team, challenge, clock, solves) : []
    })
  })

  // Two teams share a flag, which is cheating.
  const [careless, thief] = shuffled(teams)
  const target = solvable.find(({ flagOf }) => flagOf.size > 0)
  if (target === undefined || careless === undefined || thief === undefined) return scenes
  const path = `/api/game/${game.id}/challenges/${target.id}`
  let stolen = ''
  scenes.push(
    {
      at: start + 300 * minute,
      act: async () => {
        const { context } = await careless.captain.get(path)
        const [, hash = ''] = /^\/assets\/([0-9a-f]{64})\//.exec(context.url ?? '') ?? []
        stolen = target.flagOf.get(hash) ?? ''
      },
    },
    { at: start + 304 * minute, act: () => thief.captain.get(path) },
    { at: start + 305 * minute, act: () => thief.captain.post(path, { flag: stolen }) },
  )
  return scenes
}
