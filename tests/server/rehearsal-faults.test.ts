import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RehearsalCast, RehearsalReport } from '@pennant/contract/rehearsal'
import { createPlay } from '@pennant/load/players/play'
import { figuresOf } from '@pennant/load/players/tally'
import type { Performed } from '@pennant/load/rehearse/perform'
import { siteOf } from '@pennant/load/rehearse/site'
import pLimit from 'p-limit'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../apps/server/src/adapters/sql/connect.ts'
import { createArgon2Hasher } from '../../apps/server/src/kit/password/argon2.ts'
import { createTestClock } from '../kit/clock.ts'
import { createCutDatabase } from '../kit/cut-database.ts'
import { createInstanceSetup } from '../kit/instance-setup.ts'
import { nginxMissing, startNginx } from '../kit/nginx.ts'
import { hire, play } from '../kit/rehearsal-play.ts'
import { begin, createGate, end } from '../kit/rehearsal.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { openSlowBlobs } from '../kit/slow-blobs.ts'
import { startSystemPostgres, systemPostgresMissing } from '../kit/system-postgres.ts'
import { createWorld, type Person, type World, type WorldOptions } from '../kit/world.ts'

const open = async (options: WorldOptions): Promise<{ world: World; admin: Person }> => {
  const world = await createWorld({ hire, ...options })
  onTestFinished(() => world.close())
  return { world, admin: await world.person('Admin') }
}
/** Without the load generator, which is a part of the server's process here. */
const judged = async (
  admin: Person,
  cast: RehearsalCast,
  { figures, server }: Performed,
): Promise<RehearsalReport | null> => {
  const apart = { ...figures, generator: { processor: 0, line: 0 } }
  return (await end(admin, cast, { sameMachine: true, figures: apart, server })).report
}
const causeOf = async (...given: Parameters<typeof judged>): Promise<string | undefined> => {
  const report = await judged(...given)
  expect(report, JSON.stringify(given[2])).toMatchObject({ bottleneck: { cause: expect.any(String) } })
  return report?.bottleneck?.cause
}

it('is the database where all share one connection', { timeout: 120_000 }, async () => {
  const database = await createCutDatabase()
  const { world, admin } = await open({ database, settings: { DATABASE_POOL: '1' } })
  const cast = await begin(admin, { teams: 6, burst: 20 })
  database.slow(15)
  const played = await play(world, cast)
  database.slow(0)
  expect(await causeOf(admin, cast, played)).toBe('database.pool')
})

const noPostgres = systemPostgresMissing()

it.skipIf(noPostgres !== null)(
  withSkipReason('is the database where its commits take long', noPostgres),
  { timeout: 120_000 },
  async () => {
    // Each commit waits for others that could share its write. One that joins waits for less than the whole delay.
    const postgres = await startSystemPostgres({
      settings: { fsync: 'on', synchronous_commit: 'on', commit_delay: '100000', commit_siblings: '0' },
    })
    onTestFinished(postgres.stop)
    const address = { url: postgres.url() }
    const { db, close } = connect(address, { poolSize: 2, onError: () => undefined })
    onTestFinished(close)
    const database = { address, db, drop: async () => undefined }
    const { world, admin } = await open({ database, settings: { DATABASE_POOL: '20' } })
    const cast = await begin(admin, { teams: 3, burst: 4 })
    const report = await judged(admin, cast, await play(world, cast))
    expect(report?.bottleneck).toMatchObject({ cause: 'database.commit', limit: 20 })
    expect(report?.bottleneck?.value).toBeGreaterThanOrEqual(80)
  },
)

const noNginx = nginxMissing()
// As live updates and kept connections need it.
const kept = [
  'proxy_http_version 1.1;',
  'proxy_set_header Upgrade $http_upgrade;',
  'proxy_set_header Connection "upgrade";',
]

it.skipIf(noNginx !== null).each([
  ['opens a connection for each request', 'proxy.connections', []],
  // Small answers pass it unhindered.
  ['holds answers up', 'proxy.slow', [...kept, 'limit_rate 20k;']],
])(
  withSkipReason('is the proxy where it %s: %s', noNginx),
  { timeout: 120_000 },
  async (_does, cause, lines) => {
    const { world, admin } = await open({})
    const nginx = await startNginx(world.origin, lines)
    onTestFinished(nginx.stop)
    const cast = await begin(admin, { teams: 2, burst: 4 })
    expect(await causeOf(admin, cast, await play(world, cast, { site: siteOf(nginx.origin) }))).toBe(cause)
  },
)

it('is password hashing where one is checked at a time', { timeout: 120_000 }, async () => {
  const alone = pLimit(1)
  const { world, admin } = await open({
    hasher: (limit) =>
      createArgon2Hasher({
        cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
        limit: (work) => limit(() => alone(() => wait(40).then(work))),
      }),
  })
  const cast = await begin(admin, { teams: 30, burst: 1 })
  expect(await causeOf(admin, cast, await play(world, cast))).toBe('hashing')
})

it('is the processor where it is busy with something else', { timeout: 120_000 }, async () => {
  const { world, admin } = await open({})
  const cast = await begin(admin, { teams: 2, burst: 2 })
  const timer = setInterval(() => {
    const until = performance.now() + 250
    while (performance.now() < until);
  }, 500)
  onTestFinished(() => clearInterval(timer))
  const played = await play(world, cast)
  clearInterval(timer)
  expect(await causeOf(admin, cast, played)).toBe('processor')
})

it('is the storage where files come late', { timeout: 120_000 }, async () => {
  const { world, admin } = await open({ blobs: await openSlowBlobs(800) })
  const cast = await begin(admin, { teams: 2, burst: 2 })
  expect(cast.challenges.filter(({ file }) => file !== null)).toHaveLength(10)
  const played = await play(world, cast)
  expect(played.figures.answers).toMatchObject({ failed: 0, lost: 0, unexpected: 0 })
  expect(await causeOf(admin, cast, played)).toBe('storage')
})

it('is the line of the load generator where it is full', async () => {
  const cards = await mkdtemp(join(tmpdir(), 'pennant-cards-'))
  onTestFinished(() => rm(cards, { recursive: true }))
  await mkdir(join(cards, 'eth0', 'statistics'), { recursive: true })
  await writeFile(join(cards, 'eth0', 'speed'), '1000\n')
  const { world, admin } = await open({})
  const cast = await begin(admin, { teams: 1, burst: 1 })
  let bytes = 0
  const played = await play(world, cast, {
    cards,
    async onStep() {
      bytes += 1e12
      for (const name of ['rx_bytes', 'tx_bytes'])
        await writeFile(join(cards, 'eth0', 'statistics', name), `${bytes}\n`)
    },
  })
  const figures = { ...played.figures, generator: { ...played.figures.generator, processor: 0 } }
  const { report } = await end(admin, cast, { sameMachine: false, figures, server: played.server })
  expect(report).toMatchObject({
    verdict: 'inconclusive',
    bottleneck: { cause: 'generator.line', value: 1 },
  })
})

it('is the provider where instances take too long to start', async () => {
  const setup = await createInstanceSetup({ hire })
  onTestFinished(setup.close)
  const { admin, world } = setup
  await setup.challenge()
  const cast = await begin(admin, { teams: 2, instances: 2, burst: 1, duringGame: setup.open.game.title })
  const gate = createGate()
  setup.fakeContainers.onStart(() => gate.pass().then(() => null))
  const { figures } = await play(world, cast, { patience: { soonMs: 1, lateMs: 1 } })
  expect(figures.instances).toEqual({ asked: 2, within60s: 0, within180s: 0, refusedForQuota: 0 })
  gate.open()
  // Only what became of the instances matters here.
  const server = { samples: [], pagesP99Ms: null, requests: 0, connections: 0 }
  const report = await judged(admin, cast, {
    figures: { ...figures, pages: null, submissions: null, news: null },
    server,
  })
  expect(report).toMatchObject({ verdict: 'red', bottleneck: { cause: 'provider.slow', value: 1 } })
})

it('is the limits where they refuse', async () => {
  // Time stands still, so nothing is allowed again.
  const { world, admin } = await open({ clock: createTestClock(), settings: { DISABLE_RATE_LIMIT: 'false' } })
  const cast = await begin(admin, { teams: 1 })
  const { gameId, challenges, password } = cast
  const playing = createPlay({
    ...{ site: siteOf(world.origin), gameId, challenges, assets: [] },
    players: cast.players.map(({ statement, ...player }) => ({
      ...{ ...player, password },
      headers: { 'x-pennant-rehearsal': statement },
    })),
  })
  await playing.door(1)
  await playing.burst({ perSecond: 1000, forMs: 280, watching: 0, graceMs: 1 })
  playing.close()
  const figures = figuresOf(playing.tally)
  expect(figures.answers).toMatchObject({ failed: 0, lost: 0, unexpected: 0 })
  expect(figures.answers.refused).toBeGreaterThan(0)
  const server = { samples: [], pagesP99Ms: null, requests: 0, connections: 0 }
  const report = await judged(admin, cast, {
    figures: { ...figures, pages: null, submissions: null, news: null, generator: { processor: 0, line: 0 } },
    server,
  })
  expect(report).toMatchObject({ verdict: 'yellow', bottleneck: { cause: 'limits' } })
})
