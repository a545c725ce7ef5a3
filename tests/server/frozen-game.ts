import { expect } from 'vitest'
import type { ScoreboardVersion } from '@pennant/contract/hub'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { routes } from '@pennant/contract/routes'
import type { GameInfo } from '@pennant/contract/game'
import type { NewGameRow } from '../../apps/server/src/ports/tables/game.ts'
import { type Caller, callers, carriers } from './board-audience.ts'
import { ask, type Cast, type HeadersOf, headersOfCallers, pathOf } from './every-answer.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import type { Listener } from '../kit/listen.ts'
import { patient } from '../kit/patient.ts'
import type { World } from '../kit/world.ts'

type Challenge = { id: number; flag: string }

export type FrozenGame = {
  open: OpenGame
  cast: Cast
  headersOf: HeadersOf
  crowd: OpenTeam[]
  /** Solved by two teams before the freeze, by one, and by none. */
  challenges: { twice: Challenge; once: Challenge; never: Challenge; other: Challenge; last: Challenge }
  /** By others, after the freeze. */
  twentySolves(): Promise<void>
  solve(team: OpenTeam, challenge: Challenge): Promise<number>
  edit(changes: { [member: string]: unknown }): Promise<GameInfo>
}

export type Staff = Pick<Cast, 'admin' | 'monitor'>

export const staffOf = async (world: World): Promise<Staff> => ({
  admin: await world.person('Admin'),
  monitor: await world.person('Monitor'),
})

type Kind = {
  settings?: Partial<NewGameRow>
  hidesBoard?: boolean
  divided?: boolean
  /** Passed before the twenty solves. */
  laterMs?: number
}

const crowdSize = 5

export const createFrozenGame = async (
  world: World,
  staff: Staff,
  { settings = {}, hidesBoard = false, divided = false, laterMs = 0 }: Kind = {},
): Promise<FrozenGame> => {
  const open = await createOpenGame(world, settings)
  const edit: FrozenGame['edit'] = async (changes) => {
    const path = `/api/edit/games/${open.game.id}`
    const { body: before } = await staff.admin.get<GameInfo>(path)
    const answer = await staff.admin.put<GameInfo>(path, { ...before, ...changes })
    if (answer.status !== 200) throw new Error(`the game was not changed: ${answer.text}`)
    return answer.body
  }
  const division = divided ? await open.division('Guests') : undefined
  const placed = division === undefined ? {} : { division }
  const solver = await open.team({ size: 2, ...placed })
  const rival = await open.team()
  const crowd: OpenTeam[] = []
  for (let each = 0; each < crowdSize; each++) crowd.push(await open.team(each % 2 === 0 ? placed : {}))
  const add = async (title: string): Promise<Challenge> => {
    const flag = `flag{${title}}`
    const given = { title, flags: [flag], original_score: 1_000, min_score_rate: 0.1, difficulty: 2 }
    const { id } = await open.challenge({ ...given, content: 'A text', type: 'StaticAttachment' })
    return { id, flag }
  }
  const challenges = {
    ...{ twice: await add('twice'), once: await add('once'), never: await add('never') },
    ...{ other: await add('other'), last: await add('last') },
  }
  const solve: FrozenGame['solve'] = ({ player }, challenge) => open.submit(player, challenge, challenge.flag)
  await solve(solver, challenges.twice)
  await solve(rival, challenges.twice)
  await solve(solver, challenges.once)
  await edit({ freezeAt: world.clock.now(), ...(hidesBoard ? { freezeHidesBoard: true } : {}) })
  world.clock.advance(laterMs)

  const cast: Cast = {
    ...staff,
    stranger: await world.person('User', `stranger${open.game.id}`),
    solver,
    rival,
  }
  return {
    ...{ open, cast, crowd, challenges, solve, edit },
    headersOf: await headersOfCallers(cast),
    async twentySolves() {
      const { twice, once, never, other } = challenges
      for (const team of crowd) for (const one of [twice, once, never, other]) await solve(team, one)
    },
  }
}

/** By route, challenge and caller. */
/** Versions come late: those from before have been heard with one that is made now, in `world`. */
export const hearVersions = async (
  world: World,
  game: FrozenGame,
  listeners: readonly Listener[],
): Promise<void> => {
  await game.edit({ summary: 'Another' })
  const { version } = (await world.visitor().get<Scoreboard>(`${game.open.path}/scoreboard`)).body
  for (const listener of listeners) {
    const newest = () => listener.of<ScoreboardVersion>('ReceivedScoreboardVersion').at(-1)?.version
    await expect.poll(newest, patient).toBe(version)
    listener.heard.splice(0)
  }
}

export type Recorded = ReadonlyMap<string, string>

/** What hides something from somebody, and one that doesn't. */
const publicOutlets: ReadonlySet<string> = new Set([
  ...Object.keys(carriers).filter((id) => carriers[id]?.hidden.length === 0),
  'scoreboard.live',
])

const ownRequests = /^date$|ratelimit|^retry-after$|^set-cookie$/i

const keyOf = (id: string, caller: Caller, challenge: Challenge): string =>
  `${id} ${caller} ${challenge.flag}`

export const record = async (
  world: Pick<World, 'origin'>,
  { open, cast, challenges, headersOf }: FrozenGame,
  { publicOnly = false } = {},
): Promise<Recorded> => {
  const told = new Map<string, string>()
  const asked = routes.filter(({ method, id }) => method === 'GET' && (!publicOnly || publicOutlets.has(id)))
  for (const route of asked)
    for (const challenge of publicOutlets.has(route.id) && route.path.includes(':cid')
      ? Object.values(challenges)
      : [challenges.twice]) {
      const path = pathOf(route, { open, solver: cast.solver, challenge, submission: 1 })
      await Promise.all(
        callers.map(async (caller) => {
          const key = keyOf(route.id, caller, challenge)
          const { status, headers, text } = await ask(world, { method: 'GET', path }, headersOf[caller])
          const lines = [...headers].filter(([name]) => !ownRequests.test(name)).map((one) => one.join(': '))
          told.set(key, [status, ...lines, text].join('\n'))
        }),
      )
    }
  return told
}

/** By route and caller. */
export const changedIn = (before: Recorded, after: Recorded): Set<string> =>
  new Set(
    [...after].filter(([key, text]) => before.get(key) !== text).map(([key]) => key.replace(/ flag\S*$/, '')),
  )

/** Those of the organizers, who see everything. */
export const live: ReadonlySet<string> = new Set(
  Object.entries(carriers).flatMap(([id, { hidden }]) => hidden.map((caller) => `${id} ${caller}`)),
)
