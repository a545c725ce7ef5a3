import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvent } from '../event/create-event.ts'
import { sizes } from '../event/size.ts'
import { loadEvent } from '../loader/load-event.ts'
import type { LoadedEvent } from '../loader/loaded-event.ts'
import { model } from '../loader/people.ts'
import { milliseconds, percentile } from '../measure.ts'
import { withPostgres } from '../postgres.ts'
import { withProxy } from '../proxy.ts'
import type { Finding, Scenario } from '../scenario.ts'
import { withServers } from '../servers.ts'
import { comingFrom, type Site } from '@pennant/load/address'
import type { Arrival, ArriveJob, ArriveResult } from '@pennant/load/arrive-job'
import { spawnWorker } from '@pennant/load/worker'

const withinMs = 30_000
const minute = 60_000
/** A request over the limit isn't always refused: it may wait, for at least ten seconds. */
const longestMs = 5_000
const challengesEach = 5
const address = '192.0.2.7'

type School = { what: string; people: number; settings: object }

const schools: readonly School[] = [
  { what: '60 people, no venue', people: 60, settings: {} },
  {
    what: '400 people, a venue',
    people: 400,
    settings: { limits: { venues: [{ network: '192.0.2.0/24', people: 400 }] } },
  },
]

const before = [
  ...['/', '/api/config', '/api/setup', '/api/account/session', '/api/posts/latest', '/api/game/recent'],
  '/api/captcha',
]

const arrivalsOf = (loaded: LoadedEvent, people: number): Arrival[] => {
  const { gameId, challengeId } = loaded
  const game = `/api/game/${gameId}`
  const challenges = Array.from(
    { length: challengesEach },
    (_, challenge) => `${game}/challenges/${challengeId(challenge)}`,
  )
  return Array.from({ length: people }, (_, user) => ({
    headers: comingFrom(address),
    before,
    who: { userName: loaded.userName(user), password: model.password },
    after: [
      ...['/api/account/session', game, `${game}/details`, `${game}/notices`, `${game}/scoreboard`],
      ...challenges,
    ],
  }))
}

const attend = async (loaded: LoadedEvent, site: Site, { what, people }: School): Promise<Finding> => {
  const worker = spawnWorker<ArriveJob, ArriveResult>('arrive')
  try {
    const job = { site, gameId: loaded.gameId, everyMs: withinMs / people }
    const arrived = await worker.do({ ...job, people: arrivalsOf(loaded, people) })
    const { latencies, slowest, refused, connected } = arrived
    const tooMany = refused.filter((each) => each.startsWith('429'))
    return {
      what,
      figure: `${latencies.length} requests, ${tooMany.length} times 429, ${refused.length - tooMany.length} other failures${refused.length > 0 ? ` (${refused[0]})` : ''}, p99 ${milliseconds(percentile(latencies, 0.99))}, at most ${milliseconds(slowest.ms)} (${slowest.what})`,
      budget: `no 429, none over ${milliseconds(longestMs)}, all connected`,
      met: refused.length === 0 && slowest.ms < longestMs && connected === people,
    }
  } finally {
    await worker.leave()
  }
}

const withSettingsFile = async <T>(settings: object, work: (file: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-bench-'))
  try {
    const file = join(folder, 'pennant.json')
    await writeFile(file, JSON.stringify(settings))
    return await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const oneAddress: Scenario = {
  name: 'one-address',
  says: 'a school behind one address opens the site through nginx, logs in, and plays, all within half a minute',
  run: () =>
    withPostgres(async ({ url }) => {
      const found: Finding[] = []
      for (const school of schools)
        await withSettingsFile(school.settings, (file) =>
          withServers({ database: url, limited: true, settings: { PENNANT_CONFIG: file } }, (servers) =>
            withProxy(
              servers.map(({ site }) => site),
              async ({ site }) => {
                const size = { ...sizes.M, solves: 0, wrong: 0 }
                const loaded = await loadEvent(url, createEvent({ size, start: Date.now() - minute }))
                found.push(await attend(loaded, site, school))
              },
            ),
          ),
        )
      return found
    }),
}
