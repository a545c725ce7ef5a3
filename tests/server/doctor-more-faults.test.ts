import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBlobStore } from '../../apps/server/src/adapters/blob/open.ts'
import { openRedisFacts } from '../../apps/server/src/adapters/redis/facts.ts'
import { connect } from '../../apps/server/src/adapters/sql/connect.ts'
import { createProbeToken } from '../../apps/server/src/core/identity/probe-token.ts'
import { portOf } from '../../apps/server/src/kit/listen.ts'
import { thisMachine } from '../../apps/server/src/kit/machine.ts'
import { createRedaction } from '../../apps/server/src/kit/redaction.ts'
import { cacheCheck } from '../../apps/server/src/modules/status/checks/cache.ts'
import { type Check, type Finding, runCheck } from '../../apps/server/src/modules/status/checks/check.ts'
import { commitCheck, databaseCheck } from '../../apps/server/src/modules/status/checks/database.ts'
import { placeCheck, syncCheck, syncWrites } from '../../apps/server/src/modules/status/checks/place.ts'
import {
  addressCheck,
  type ProxyNeeds,
  reachCheck,
  redirectCheck,
} from '../../apps/server/src/modules/status/checks/proxy.ts'
import { openSiteLine } from '../../apps/server/src/modules/status/checks/site-line.ts'
import { storageCheck } from '../../apps/server/src/modules/status/checks/storage.ts'
import { createStatusStore, type StatusStore } from '../../apps/server/src/modules/status/store.ts'
import { readDocument } from '../kit/cli-document.ts'
import { runCommand } from '../kit/command.ts'
import { startFakeS3 } from '../kit/fake-s3.ts'
import { freePort } from '../kit/free-port.ts'
import { shippedNginxMissing, startTlsNginx } from '../kit/nginx.ts'
import { openRedisLine } from '../kit/redis-line.ts'
import { redisMissing, startRedis } from '../kit/redis.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { type PostgresOptions, startSystemPostgres, systemPostgresMissing } from '../kit/system-postgres.ts'
import type { TestDatabase } from '../kit/test-database.ts'
import { createWorld, type World } from '../kit/world.ts'

const redact = createRedaction([])
const now = (): number => Date.now()

const look = async (...checks: readonly Check[]): Promise<string[]> => {
  const all: Finding[] = []
  for (const check of checks) all.push(...(await runCheck({ ...check, limitMs: 60_000 }, redact)))
  return all.map(({ code, level }) => `${level} ${code}`)
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const noFaketime = skipReason(existsSync(library), 'faketime is not installed')
const noPostgres = systemPostgresMissing()
const noRedis = redisMissing()

const databaseOf = async (options: PostgresOptions): Promise<{ url: string; store: StatusStore }> => {
  const postgres = await startSystemPostgres(options)
  onTestFinished(postgres.stop)
  const { db, close } = connect({ url: postgres.url() }, { poolSize: 3, onError: () => undefined })
  onTestFinished(close)
  return { url: postgres.url(), store: createStatusStore(db) }
}

describe.skipIf(noPostgres !== null)(withSkipReason('a database', noPostgres), () => {
  it('that commits slowly is found', async () => {
    // Each commit waits for a tenth of a second.
    const { store } = await databaseOf({
      settings: { fsync: 'on', synchronous_commit: 'on', commit_delay: '100000', commit_siblings: '0' },
    })
    expect(await look(commitCheck(store))).toEqual(['red database.commits'])
  })

  it('that is far away is found', async () => {
    const port = await freePort()
    const postgres = await startSystemPostgres({ port })
    onTestFinished(postgres.stop)
    const near = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const line = await openRedisLine(near)
    onTestFinished(line.close)
    const run = (url: string, ...argv: string[]) =>
      runCommand({ database: { address: { url } } as TestDatabase }, argv, {
        env: { PENNANT_DATA_DIR: tmpdir(), PENNANT_CONTAINER_PROVIDER__TYPE: 'None' },
      })
    expect((await run(near, 'migrate', 'apply', '--yes')).exit).toBe(0)
    line.slow(15)
    const { stdout } = await run(line.url, 'doctor', '--only', 'database', '--json')
    expect(readDocument(stdout).findings).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'database.slow' }),
    )
  })

  it.skipIf(noFaketime !== null)(
    withSkipReason('with a transaction that is old is found', noFaketime),
    async () => {
      // An hour takes half a second there.
      const env = { LD_PRELOAD: library, FAKETIME: '+0 x7200', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
      const { url, store } = await databaseOf({ env })
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      onTestFinished(() => client.end())
      await client.query('begin')
      await client.query('select pg_current_xact_id()')
      const check = databaseCheck({ health: store.health, processes: async () => 1, pool: 20 })
      await expect.poll(() => look(check)).toContain('yellow database.longTransaction')
      await client.query('rollback')
    },
  )
})

describe.skipIf(noRedis !== null)(withSkipReason('a Redis', noRedis), () => {
  const findings = (url: string, clock = now): Promise<string[]> =>
    look(cacheCheck({ now: clock, processes: async () => 1, open: () => openRedisFacts(url) }))

  it('that is far away is found', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const line = await openRedisLine(redis.url)
    onTestFinished(line.close)
    line.slow(5)
    expect(await findings(line.url)).toEqual(['yellow cache.slow'])
  })

  it('whose clock is off is found', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    expect(await findings(redis.url, () => Date.now() - 90_000)).toContain('red clock.redis')
  })
})

describe('a storage', () => {
  it('that is slow, or refuses what it should keep, is found', async () => {
    const s3 = await startFakeS3()
    onTestFinished(() => s3.stop())
    const line = await openRedisLine(`redis://127.0.0.1:${s3.port}`)
    onTestFinished(line.close)
    const { region, accessKey, secretKey } = s3.account
    const endpoint = `http://127.0.0.1:${new URL(line.url).port}`
    const blobs = await openBlobStore({
      ...{ kind: 's3', bucket: 'uploads', region, endpoint, forcePathStyle: true },
      credentials: { accessKey, secretKey, sessionToken: null },
    })
    onTestFinished(() => blobs.close())
    expect(await look(storageCheck(blobs))).toEqual([])
    line.slow(400)
    expect(await look(storageCheck(blobs))).toEqual(['yellow storage.slow'])
    line.slow(0)
    s3.fault = () => ({ status: 403, code: 'AccessDenied' })
    expect(await look(storageCheck(blobs))).toEqual(['red storage.broken'])
  })
})

const readOnlyMissing = (): string | null =>
  skipReason(process.getuid?.() === 0 && spawnSync('prlimit', ['--version']).status === 0, 'only root can')

describe.skipIf(readOnlyMissing() !== null)(withSkipReason('a machine', readOnlyMissing()), () => {
  it('whose disk takes nothing is found', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pennant-read-only-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'none', folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    expect(await look(syncCheck([folder], syncWrites({ count: 5, forMs: 100 }), 1_000))).toEqual([
      'red disk.write',
    ])
  })

  it('that opens few files is found', async () => {
    const limit = (soft: string): void =>
      void execFileSync('prlimit', [`--pid=${process.pid}`, `--nofile=${soft}:`])
    const before = String(await thisMachine().openFiles())
    limit('2048')
    try {
      expect(await look(placeCheck({ machine: thisMachine(), now, nodeEnds: {} }))).toContain(
        'red place.openFiles',
      )
    } finally {
      limit(before)
    }
  })
})

const noNginx = shippedNginxMissing()
const [outside] = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)

describe.skipIf(noNginx !== null)(withSkipReason('a site', noNginx), () => {
  const needsOf = (world: World, { origin, ca }: { origin: string; ca?: string }): ProxyNeeds => ({
    line: openSiteLine(new URL(origin), ca),
    token: createProbeToken(world.core.vault.derive('probes'), now()),
    now,
    until: async () => 0,
    game: async () => null,
    plainUrl: new URL('http://127.0.0.1/'),
  })
  const withWorld = async (settings: Record<string, string> = {}): Promise<World> => {
    const world = await createWorld({ settings })
    onTestFinished(() => world.close())
    return world
  }

  it('whose clock is off is found', async () => {
    const world = await withWorld()
    const needs = needsOf(world, { origin: world.origin })
    expect(await look(reachCheck(needs))).toEqual([])
    expect(await look(reachCheck({ ...needs, now: () => Date.now() - 5_000 }))).toEqual(['red clock.site'])
  })

  it('that answers without encryption is found', async () => {
    const world = await withWorld()
    const nginx = await startTlsNginx(world.origin, {})
    onTestFinished(nginx.stop)
    const plain = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1')
    onTestFinished(() => void plain.close())
    await new Promise((resolve) => plain.once('listening', resolve))
    const check = redirectCheck(
      { ...needsOf(world, nginx), plainUrl: new URL(`http://127.0.0.1:${portOf(plain)}/`) },
      async (url) => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '',
    )
    expect(await look(check)).toEqual(['yellow proxy.plain'])
  })

  it.skipIf(outside === undefined)('whose proxy is not trusted is found', async () => {
    const address = outside?.address ?? ''
    const world = await withWorld({ HOST: '0.0.0.0' })
    const port = new URL(world.origin).port
    const nginx = await startTlsNginx(`http://${address}:${port}`, {
      location: ['proxy_set_header X-Forwarded-For $remote_addr;', `proxy_bind ${address};`],
    })
    onTestFinished(nginx.stop)
    expect(await look(addressCheck(needsOf(world, nginx)))).toEqual(['red proxy.notTrusted'])
  })
})
