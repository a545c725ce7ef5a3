import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../../apps/server/src/adapters/sql/connect.ts'
import type { Io } from '../../apps/server/src/commands/verb.ts'
import { readVersion } from '../../apps/server/src/kit/assets.ts'
import { thisMachine } from '../../apps/server/src/kit/machine.ts'
import { readDocument } from '../kit/cli-document.ts'
import { runCommand } from '../kit/command.ts'
import { insertChallenge, insertFlag, insertGame, insertUser } from '../kit/factories.ts'
import { startFakeSmtp } from '../kit/fake-smtp.ts'
import { freePort } from '../kit/free-port.ts'
import { testSecret } from '../kit/game-key.ts'
import { createKubernetesWorld, kubernetesNamespace } from '../kit/kubernetes-world.ts'
import { shippedNginxMissing, startShippedNginx } from '../kit/nginx.ts'
import { redisMissing, startRedis } from '../kit/redis.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { startSystemPostgres, systemPostgresMissing } from '../kit/system-postgres.ts'
import { createWorld } from '../kit/world.ts'

const missing = systemPostgresMissing() ?? redisMissing() ?? shippedNginxMissing()
const hour = 3_600_000

const records: Readonly<Record<string, string>> = {
  'ctf.example': 'v=spf1 mx -all',
  '_dmarc.ctf.example': 'v=DMARC1; p=reject',
  'k1._domainkey.ctf.example': 'v=DKIM1; p=MIIB',
}

/** How fast the machine is that runs the tests, and what else it does, is no fault of the place. */
const measured = ['cache.slow', 'database.commits', 'database.slow', 'disk.sync', 'loop.slow', 'storage.slow']

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
})

describe.skipIf(missing !== null)(withSkipReason('the doctor', missing), () => {
  it('finds nothing at a place where all is well', { timeout: 120_000 }, async () => {
    const postgres = await startSystemPostgres({
      settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
    })
    opened.push(postgres.stop)
    const redis = await startRedis()
    opened.push(redis.stop)
    const account = { user: 'mailer', password: 'right' }
    const smtp = await startFakeSmtp({ encryption: 'starttls', account })
    opened.push(smtp.close)
    const cluster = await createKubernetesWorld()
    opened.push(cluster.close)
    const port = await freePort()
    const nginx = await startShippedNginx([port], { days: 90 })
    opened.push(nginx.stop)

    const settings = {
      PORT: String(port),
      PUBLIC_URL: nginx.origin,
      DISABLE_RATE_LIMIT: 'false',
      CONNECTION_STRINGS__REDIS_CACHE: redis.url,
      EMAIL_CONFIG__SENDER_ADDRESS: 'noreply@ctf.example',
      EMAIL_CONFIG__USER_NAME: account.user,
      EMAIL_CONFIG__PASSWORD: account.password,
      EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
      EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
      EMAIL_CONFIG__SMTP__BYPASS_CERT_VERIFY: 'true',
      EMAIL_CONFIG__DKIM_SELECTOR: 'k1',
      CAPTCHA_CONFIG__PROVIDER: 'HashPow',
      CONTAINER_PROVIDER__TYPE: 'Kubernetes',
      CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy',
      CONTAINER_PROVIDER__KUBERNETES_CONFIG__KUBE_CONFIG: cluster.kubeConfig,
      CONTAINER_PROVIDER__KUBERNETES_CONFIG__NAMESPACE: kubernetesNamespace,
      CONTAINER_PROVIDER__KUBERNETES_CONFIG__ALLOW_CIDR: '10.0.0.0/8',
    }
    const address = { url: postgres.url() }
    const { db, close } = connect(address, { poolSize: 2, onError: () => undefined })
    opened.push(close)
    const database = { address, db, drop: async () => undefined }
    const world = await createWorld({ database, settings })
    opened.push(() => world.close())

    for (const name of ['Ada', 'Grace']) {
      const { id } = await insertUser(db, name)
      await db
        .updateTable('user')
        .set({ role: 'Admin', email_confirmed: true })
        .where('id', '=', id)
        .execute()
      const factor = { user_id: id, secret: 'sealed', last_step: 0, set_up_at: new Date() }
      await db.insertInto('second_factor').values(factor).execute()
    }
    const times = { start_at: new Date(Date.now() + hour), end_at: new Date(Date.now() + 25 * hour) }
    const game = await insertGame(db, { title: 'Harbour Lights', hidden: false, ...times })
    const challenge = await insertChallenge(db, game, {
      ...{ type: 'StaticContainer', content: 'Read it.', original_score: 500 },
      ...{ container_image: 'ctf/lantern:1', expose_port: 80 },
    })
    await insertFlag(db, challenge, 'flag{one}')
    await db
      .insertInto('setting')
      .values({
        key: 'AccountPolicy',
        value: JSON.stringify({ useCaptcha: true }),
        updated_at: new Date(),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const size = { teams: 200, players: 600, burst: 10, instances: 0, oneAddress: false }
    await db
      .insertInto('rehearsal')
      .values({
        ...{ id: randomUUID(), begun_at: new Date(), until: new Date(), ended_at: new Date() },
        ...{ by_name: 'Ada', size: JSON.stringify(size), step: 'cleaning' },
        report: JSON.stringify({ startedAt: Date.now(), version: readVersion(), size, verdict: 'green' }),
      } as never)
      .execute()

    const place: Io['place'] = {
      authority: nginx.ca,
      machine: {
        ...thisMachine(),
        nodeVersion: '99.0.0',
        openFiles: async () => 65_536,
        memoryBytes: () => 8e9,
        room: async () => ({ free: 1e12, total: 2e12, inodesFree: 9, inodes: 10 }),
        ticks: async () => ({ stolen: 0, all: 0 }),
      },
      nodeEnds: {},
      textRecords: async (name) => [[records[name] ?? '']],
    }
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`PENNANT_${name}`, value]),
    )
    const run = (...argv: string[]) =>
      runCommand({ database }, argv, {
        place,
        env: {
          ...env,
          PENNANT_SECRET_KEY: testSecret,
          PENNANT_DATA_DIR: world.dataFolder,
        },
      })
    const backedUp = await run('backup', 'create', '--scratch', postgres.url())
    expect([backedUp.exit, backedUp.stderr]).toEqual([0, ''])
    opened.push(() => rm(`${world.dataFolder}/backups`, { recursive: true, force: true }))

    const looked = await run('doctor', '--game', String(game.id), '--json')
    const findings = readDocument(looked.stdout).findings.filter(({ code }) => !measured.includes(code))
    expect(findings).toEqual([])
    expect(looked.said).toContain('proxy.upstream')
  })
})
