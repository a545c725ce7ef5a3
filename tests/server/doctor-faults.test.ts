import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openRedisFacts } from '../../apps/server/src/adapters/redis/facts.ts'
import { connect } from '../../apps/server/src/adapters/sql/connect.ts'
import { createSmtpMailer } from '../../apps/server/src/adapters/mail/smtp.ts'
import { createProbeToken } from '../../apps/server/src/core/identity/probe-token.ts'
import { saidOf } from '../../apps/server/src/commands/doctor-text.ts'
import { thisMachine } from '../../apps/server/src/kit/machine.ts'
import { createRedaction } from '../../apps/server/src/kit/redaction.ts'
import { cacheCheck } from '../../apps/server/src/modules/status/checks/cache.ts'
import { type Check, type Finding, runCheck } from '../../apps/server/src/modules/status/checks/check.ts'
import {
  databaseCheck,
  databaseClockCheck,
  poolerCheck,
} from '../../apps/server/src/modules/status/checks/database.ts'
import { mailServerCheck } from '../../apps/server/src/modules/status/checks/mail.ts'
import { diskCheck } from '../../apps/server/src/modules/status/checks/place.ts'
import {
  addressCheck,
  certificateCheck,
  contentCheck,
  hubCheck,
  hubHoldCheck,
  idleCheck,
  mixCheck,
  type ProxyNeeds,
  reachCheck,
  silenceCheck,
  uploadCheck,
  upstreamCheck,
} from '../../apps/server/src/modules/status/checks/proxy.ts'
import { openSiteLine } from '../../apps/server/src/modules/status/checks/site-line.ts'
import { createStatusStore, type StatusStore } from '../../apps/server/src/modules/status/store.ts'
import { insertGame } from '../kit/factories.ts'
import { startFakeSmtp } from '../kit/fake-smtp.ts'
import { freePort } from '../kit/free-port.ts'
import { shippedNginxMissing, startShippedNginx, startTlsNginx } from '../kit/nginx.ts'
import { poolerMissing, startPooler } from '../kit/pooler.ts'
import type { Proxy } from '../kit/proxy-process.ts'
import { redisMissing, startRedis } from '../kit/redis.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import {
  type PostgresOptions,
  startSystemPostgres,
  systemPostgresMissing,
  type TestPostgres,
} from '../kit/system-postgres.ts'
import { createWorld, type World } from '../kit/world.ts'

const redact = createRedaction([])
const now = (): number => Date.now()
const dayMs = 86_400_000

const look = async (...checks: readonly Check[]): Promise<string[]> => {
  const all: Finding[] = []
  for (const check of checks) all.push(...(await runCheck({ ...check, limitMs: 60_000 }, redact)))
  return all.map(({ code, level }) => `${level} ${code}`)
}

const ownDatabase = async (options: PostgresOptions = {}): Promise<TestPostgres> => {
  const settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', ...options.settings }
  const postgres = await startSystemPostgres({ ...options, settings })
  onTestFinished(postgres.stop)
  return postgres
}
const storeAt = (url: string): StatusStore => {
  const { db, close } = connect({ url }, { poolSize: 3, onError: () => undefined })
  onTestFinished(close)
  return createStatusStore(db)
}
const ofDatabase = (store: StatusStore): Check[] => [
  databaseCheck({ health: store.health, processes: async () => 1, pool: 20 }),
  databaseClockCheck({ clock: store.clock, now }),
  poolerCheck(store),
]

const noPostgres = systemPostgresMissing()
const noPooler = noPostgres ?? poolerMissing()
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const noFaketime = noPostgres ?? skipReason(existsSync(library), 'faketime is not installed')

describe.skipIf(noPostgres !== null)(withSkipReason('the checks of a database', noPostgres), () => {
  it('find nothing in a healthy one', async () => {
    expect(await look(...ofDatabase(storeAt((await ownDatabase()).url())))).toEqual([])
  })

  it('find what it can lose', async () => {
    const postgres = await ownDatabase({ settings: { fsync: 'off', synchronous_commit: 'off' } })
    const store = storeAt(postgres.url())
    expect(await look(...ofDatabase(store))).toEqual(['red database.unsafe'])
    expect((await store.health()).unsafe).toEqual(['fsync', 'synchronous_commit'])
  })

  it('find that it has few connections', async () => {
    const store = storeAt((await ownDatabase({ settings: { max_connections: '12' } })).url())
    expect(await look(...ofDatabase(store))).toEqual(['yellow database.connections'])
  })

  it.skipIf(noFaketime !== null)(withSkipReason('find that its clock is off', noFaketime), async () => {
    const env = { LD_PRELOAD: library, FAKETIME: '-90s', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    const store = storeAt((await ownDatabase({ env })).url())
    expect(await look(databaseClockCheck({ clock: store.clock, now }))).toEqual(['red clock.database'])
  })

  it.skipIf(noPooler !== null)(withSkipReason('tell how a pooler works', noPooler), async () => {
    const postgres = await ownDatabase()
    for (const [mode, expected] of [
      ['transaction', ['red database.pooler']],
      ['session', []],
    ] as const) {
      const pooler = await startPooler(postgres, mode)
      onTestFinished(pooler.stop)
      expect(await look(poolerCheck(storeAt(pooler.url)))).toEqual(expected)
    }
  })
})

const noRedis = redisMissing()

describe.skipIf(noRedis !== null)(withSkipReason('the checks of Redis', noRedis), () => {
  const at = async (...settings: string[]): Promise<string> => {
    const redis = await startRedis({ settings })
    onTestFinished(redis.stop)
    return redis.url
  }
  const findings = (url: string, processes = 1): Promise<string[]> =>
    look(cacheCheck({ now, processes: async () => processes, open: () => openRedisFacts(url) }))

  it('find nothing in a healthy one, and an evicting policy', async () => {
    expect(await findings(await at())).toEqual([])
    const evicting = await at('--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru')
    expect(await findings(evicting)).toEqual(['yellow cache.evicts'])
  })

  it('find a cluster', async () => {
    const clustered = (await at('--cluster-enabled', 'yes', '--databases', '1')).replace(/\/0$/, '')
    expect(await findings(clustered)).toEqual(['red cache.cluster'])
  })

  it('find that it is away, which several processes do not bear', async () => {
    const nowhere = `redis://127.0.0.1:${await freePort()}`
    expect(await findings(nowhere)).toEqual(['yellow cache.away'])
    expect(await findings(nowhere, 2)).toEqual(['red cache.away'])
  })
})

describe('the check of a mail server', () => {
  it('logs in, and finds that it is refused', async () => {
    const smtp = await startFakeSmtp({ account: { user: 'mailer', password: 'right' } })
    onTestFinished(() => smtp.close())
    const findings = (password: string): Promise<string[]> => {
      const mailer = createSmtpMailer({
        ...{ host: '127.0.0.1', port: smtp.port, user: 'mailer', password },
        ...{ sender: 'ctf@event.example', bypassCertVerify: false, secure: 'none' },
      })
      onTestFinished(() => mailer.close())
      const needs = { sender: () => 'ctf@event.example', check: () => mailer.check(), redact }
      return look(mailServerCheck({ ...needs, texts: async () => [], selector: null }))
    }
    expect(await findings('right')).toEqual([])
    expect(await findings('wrong')).toEqual(['red mail.refused'])
  })
})

const smallDisk = (): string | null => {
  const folder = '/tmp/pennant-small-disk-probe'
  spawnSync('mkdir', ['-p', folder])
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]).status === 0
  if (mounted) spawnSync('umount', [folder])
  spawnSync('rmdir', [folder])
  return skipReason(mounted, 'only root can mount a small disk')
}
const noDisk = smallDisk()

describe.skipIf(noDisk !== null)(withSkipReason('the check of a disk', noDisk), () => {
  it('finds that it is full, in bytes and in inodes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pennant-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,nr_inodes=30', 'none', folder])
    onTestFinished(async () => {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    })
    for (let each = 0; each < 28; each++) execFileSync('touch', [join(folder, String(each))])
    const check = diskCheck(thisMachine(), [folder])
    expect(await look(check)).toEqual(['red storage.full', 'red disk.inodes'])
    const [{ values } = { values: [] }] = await check.run(new AbortController().signal)
    const { free } = await thisMachine().room(folder)
    expect(saidOf('storage.full', values).message).toMatch(
      `Low disk space in ${folder}: ${(free / 1e9).toFixed(1)} GB left`,
    )
  })
})

const noNginx = shippedNginxMissing()

describe.skipIf(noNginx !== null)(withSkipReason('the checks of a proxy', noNginx), () => {
  let world: World
  let gameId: number
  beforeAll(async () => {
    world = await createWorld()
    gameId = (await insertGame(world.db, { title: 'Open', hidden: false })).id
  })
  afterAll(() => world.close())

  const needsOf = ({ origin, ca }: Pick<Proxy, 'ca' | 'origin'>, until = 0): ProxyNeeds => ({
    line: openSiteLine(new URL(origin), ca),
    token: createProbeToken(world.core.vault.derive('probes'), now()),
    now,
    until: async () => until,
    game: async () => gameId,
    plainUrl: new URL('http://127.0.0.1/'),
  })
  const ofProxy = (needs: ProxyNeeds): Check[] => [
    reachCheck(needs),
    addressCheck(needs),
    hubCheck(needs),
    contentCheck(needs),
    mixCheck(needs),
    uploadCheck(needs, 21, '/api/assets'),
    uploadCheck(needs, 513, '/api/edit/games/import'),
    upstreamCheck(needs),
    silenceCheck(needs, 2),
    hubHoldCheck(needs, 2),
  ]
  const behind = async (options: Parameters<typeof startTlsNginx>[1]): Promise<ProxyNeeds> => {
    const nginx = await startTlsNginx(world.origin, options)
    onTestFinished(nginx.stop)
    return needsOf(nginx)
  }
  const forwarded = ['proxy_set_header X-Forwarded-For $remote_addr;']

  it('find nothing at the one that is shipped, but that its certificate is short', async () => {
    const nginx = await startShippedNginx([Number(new URL(world.origin).port)])
    onTestFinished(nginx.stop)
    const needs = needsOf(nginx)
    expect(await look(...ofProxy(needs))).toEqual([])
    expect(await look(idleCheck(needs, 500, 60_000))).toEqual([])
    expect(await look(certificateCheck(needs))).toEqual(['yellow proxy.certificateEnds'])
    const stranger = { ...needs, line: openSiteLine(new URL(nginx.origin)) }
    expect(await look(certificateCheck(stranger))).toEqual(['red proxy.certificate'])
    expect(await look(certificateCheck({ ...needs, now: () => now() + 2 * dayMs }))).toEqual([
      'red proxy.certificateEnds',
    ])
  })

  it('find that visitors have no address of their own, and that forged ones are believed', async () => {
    expect(await look(addressCheck(await behind({})))).toEqual(['red proxy.forged', 'red proxy.noAddress'])
    expect(await look(addressCheck(await behind({ location: forwarded })))).toEqual([])
  })

  it('find that nothing is kept, no upgrade passes, and uploads are refused', async () => {
    const needs = await behind({ location: forwarded })
    expect(await look(upstreamCheck(needs))).toEqual(['yellow proxy.upstream'])
    expect(await look(hubCheck(needs))).toEqual(['red proxy.hub'])
    expect(await look(uploadCheck(needs, 21, '/api/assets'))).toEqual(['red proxy.upload'])
  })

  it('find a cache that mixes visitors up', async () => {
    const needs = await behind({
      http: ['proxy_cache_path FOLDER/cache keys_zone=mixed:1m;'],
      location: [
        ...[...forwarded, 'proxy_cache mixed;', 'proxy_cache_valid any 1m;'],
        'proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;',
      ],
    })
    expect(await look(mixCheck(needs))).toEqual(['red proxy.mixed'])
  })

  it('find that a live connection is cut', async () => {
    const upgrade = ['proxy_set_header Upgrade $http_upgrade;', 'proxy_set_header Connection "upgrade";']
    const needs = await behind({
      location: [...forwarded, ...upgrade, 'proxy_http_version 1.1;', 'proxy_read_timeout 1s;'],
    })
    expect(await look(hubCheck(needs), hubHoldCheck(needs, 10))).toEqual(['red proxy.hubCut'])
  })

  it('find that long requests are cut, and that answers lose their form', async () => {
    const location = [...forwarded, 'proxy_read_timeout 1s;', 'proxy_hide_header ETag;']
    const needs = await behind({ location: [...location, 'proxy_set_header Accept-Encoding "";'] })
    expect(await look(silenceCheck(needs, 2))).toEqual(['red proxy.cut'])
    expect(await look(contentCheck(needs))).toEqual(['yellow proxy.compression', 'yellow proxy.tags'])
  })

  it('find that it holds few connections', async () => {
    expect(await look(idleCheck(await behind({ connections: 64 }), 500, 60_000))).toEqual([
      'yellow proxy.idle',
    ])
  })

  it('are told of no cookie but their own, and tell nobody else anything', async () => {
    const token = createProbeToken(world.core.vault.derive('probes'), now())
    const ask = async (given: string, cookie: string): Promise<string> =>
      (await fetch(`${world.origin}/api/config/probe/${given}`, { headers: { cookie } })).text()
    const mixed = await ask(token, 'pennant_session=secret; doctor=one; other=two')
    expect(JSON.parse(mixed)).toMatchObject({ cookie: 'doctor=one' })
    expect(mixed).not.toMatch(/secret|two/)
    const stranger = await fetch(`${world.origin}/api/config/probe/made.up.token`)
    expect([stranger.status, await stranger.text()]).toEqual([
      404,
      await (await fetch(`${world.origin}/api/config/nothing`)).text(),
    ])
  })

  it('find that something else answers, or nothing', async () => {
    const nginx = await startTlsNginx(world.origin, {})
    const needs = needsOf(nginx)
    expect(await look(reachCheck({ ...needs, token: 'made.up.token' }))).toEqual(['red proxy.foreign'])
    await nginx.stop()
    expect(await look(reachCheck(needs))).toEqual(['red proxy.unreachable'])
  })
})
