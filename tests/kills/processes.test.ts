import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Random } from '../../bench/event/random.ts'
import { expectBoard } from '../ops/board.ts'
import { begun, createStream } from '../ops/burst.ts'
import { makeGame } from '../ops/game.ts'
import { type Installation, makeInstallation, severalMissing } from '../ops/installation.ts'
import { type Server, stopServer } from '../ops/server.ts'
import { expectKept } from '../ops/submission-checks.ts'
import { killServer } from './ending.ts'
import { describeKills } from './scene.ts'

const longestMs = 700
const apartMs = 400

type Outage = {
  what: string
  share: number
  happen(servers: readonly [Server, Server], installation: Installation, random: Random): Promise<void>
}

const outages: readonly Outage[] = [
  { what: 'one', share: 0.4, happen: ([one]) => killServer(one) },
  {
    what: 'both',
    share: 0.2,
    happen: async (servers) => void (await Promise.all(servers.map(killServer))),
  },
  {
    what: 'one-by-one',
    share: 0.2,
    async happen([one, other], _, random) {
      await killServer(one)
      await wait(random.below(apartMs))
      await killServer(other)
    },
  },
  {
    what: 'redis-and-one',
    share: 0.1,
    async happen([one], { redis }, random) {
      await redis.kill()
      await wait(random.below(apartMs))
      await killServer(one)
      await redis.restart()
    },
  },
  {
    what: 'power',
    share: 0.1,
    async happen(servers, { postgres }) {
      await Promise.all([...servers.map(killServer), postgres.end('immediate')])
      await postgres.restart()
    },
  },
]

const drawn = (random: Random): Outage => {
  let left = random.next()
  const found = outages.find(({ share }) => (left -= share) < 0) ?? outages[0]
  if (found === undefined) throw new Error('there is nothing to try')
  return found
}

describeKills(
  {
    name: 'processes',
    about: 'two processes on PostgreSQL and Redis, killed in a burst of submissions',
    missing: severalMissing(),
  },
  async ({ random, left, note }) => {
    const installation = await makeInstallation()
    const { sql, start } = installation
    let servers: [Server, Server] = [await start(), await start()]
    const game = await makeGame(servers[0].site, { teams: 8, challenges: 40 })
    const stream = createStream(game)
    const isOver = async ({ program }: Server): Promise<boolean> =>
      Promise.race([program.ended.then(() => true), wait(0, false)])
    while (left() > 0) {
      const stop = stream.run(...servers.map(({ site }) => site))
      await begun(stream)
      const at = random.below(longestMs)
      await wait(at)
      const { what, happen } = drawn(random)
      await happen(random.next() < 0.5 ? servers : [servers[1], servers[0]], installation, random)
      note({ at, what })
      // The other goes on by itself.
      if (!(await Promise.all(servers.map(isOver))).every(Boolean)) await begun(stream)
      await stop()
      const [one, other] = servers
      servers = [(await isOver(one)) ? await start() : one, (await isOver(other)) ? await start() : other]
      await expectKept(sql, game, stream.attempts)
    }
    const refused = stream.refused().filter(({ outcome }) => outcome.status !== 503)
    expect(refused).toEqual([])
    await expectBoard(sql, game, ...servers.map(({ site }) => site))
    await Promise.all(servers.map(stopServer))
  },
)
