import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CliDocument, readDocument } from '../kit/cli-document.ts'
import { startFakeSmtp } from '../kit/fake-smtp.ts'
import { freePort } from '../kit/free-port.ts'
import { shippedNginxMissing, startShippedNginx, startTlsNginx } from '../kit/nginx.ts'
import type { Proxy } from '../kit/proxy-process.ts'
import { codeOf } from '../kit/second-factor.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { logIn, password, post } from './client.ts'
import { notLinux } from './database.ts'
import { callOk, makeGame } from './game.ts'
import { main, plainEnvironment, type Server, startServer, stopServer, temporaryFolder } from './server.ts'

const run = promisify(execFile)
const hour = 3_600_000
const stepMs = 30_000
const adminPassword = 'Str0ng-Enough'
const mailPassword = 'The-right-0ne'

type Finding = CliDocument['findings'][number]

/** What a remedy has to name, and what the test does for it. */
type Remedy = { says: RegExp; apply(message: string): Promise<void> | void }

// As few as the doctor asks for: not every account may open as many as it recommends.
const manyFiles = 'ulimit -n 16384'
const missing =
  notLinux ??
  shippedNginxMissing() ??
  skipReason(spawnSync('sh', ['-c', manyFiles]).status === 0, 'this account can not open 16,384 files')

// How busy and how full the machine of the tests is was not seeded. Rehearsals have tests of their own.
const ofTheMachine =
  /^(check\.late|database\.(commits|slow)|disk\.(inodes|sync)|game\.rehearsal|loop\.slow|place\.(memory|node|stolen)|storage\.(full|slow))$/
// What `pennant config check` warns of is no finding of the doctor.
const isOpen = ({ code, level }: Finding): boolean =>
  level !== 'info' && code !== 'settings.warning' && !ofTheMachine.test(code)

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

/** Sessions of people who may have a second factor. They end with the server, which may have another address then. */
const openSessions = (site: string, passwords: Readonly<Record<string, string>>) => {
  const cookies = new Map<string, string>()
  const factors = new Map<string, { secret: string; usedAt: number }>()
  const account = `${site}/api/account`

  const enter = async (name: string): Promise<Response> => {
    const first = await logIn(site, name, passwords[name])
    const factor = factors.get(name)
    if (factor === undefined) return first
    const { data } = (await first.json()) as { data: { ticket: string } }
    // A code is good for one login.
    factor.usedAt = Math.max(Date.now(), factor.usedAt + stepMs)
    const code = codeOf(factor.secret, factor.usedAt)
    return post(`${account}/login/second`, { ticket: data.ticket, code })
  }
  const cookieFor = async (name: string): Promise<string> => {
    const kept = cookies.get(name)
    if (kept !== undefined) return kept
    const answer = await enter(name)
    expect(answer.status, await answer.text()).toBe(200)
    cookies.set(name, cookiesOf(answer))
    return cookiesOf(answer)
  }
  return {
    cookieFor,
    end: () => cookies.clear(),
    async setUpFactor(name: string): Promise<void> {
      if (factors.has(name)) return
      const cookie = await cookieFor(name)
      const root = `${account}/second-factor`
      const begun = await callOk<{ secret: string; setup: string }>('POST', `${root}/begin`, cookie, {
        password: passwords[name],
      })
      const usedAt = Date.now()
      const code = codeOf(begun.secret, usedAt)
      const confirmed = await post(root, { setup: begun.setup, code }, cookie)
      expect(confirmed.status, await confirmed.text()).toBe(200)
      factors.set(name, { secret: begun.secret, usedAt })
      cookies.set(name, cookiesOf(confirmed))
    },
  }
}

describe.skipIf(missing !== null)(withSkipReason('an installation with faults', missing), () => {
  it('is put right by what the doctor finds, and by nothing else', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder()
    const dataDir = path.join(folder, 'data')
    const port = await freePort()
    const inner = `http://127.0.0.1:${port}`
    const smtp = await startFakeSmtp({ account: { user: 'mailer', password: mailPassword } })
    onTestFinished(smtp.close)

    const settings: Record<string, string> = {
      PENNANT_PORT: String(port),
      PENNANT_ADMINPASSWORD: adminPassword,
      PENNANT_SECRET_KEY: 'of-an-installation-with-many-faults',
      PENNANT_DISABLE_RATE_LIMIT: 'true',
      PENNANT_EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@localhost',
      PENNANT_EMAIL_CONFIG__USER_NAME: 'mailer',
      PENNANT_EMAIL_CONFIG__PASSWORD: 'mistyped',
      PENNANT_EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
      PENNANT_EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
      PENNANT_EMAIL_CONFIG__SMTP__SECURE: 'none',
    }
    let fileLimit = 'ulimit -n 2048'

    // The server opens few files, whatever the shell of the doctor may.
    const start = (): Promise<Server> =>
      startServer({
        ...{ dataDir, env: settings },
        command: ['sh', '-c', `${fileLimit}\nexec "$@"`, 'sh', process.execPath, main],
      })
    let server: Server = await start()
    const sessions = openSessions(inner, { Admin: adminPassword, p0a: password })
    const restart = async (): Promise<void> => {
      await stopServer(server)
      sessions.end()
      server = await start()
    }
    const pennant = (...args: string[]) =>
      run('sh', ['-c', `${manyFiles}\nexec "$@"`, 'sh', process.execPath, main, ...args], {
        cwd: '/',
        env: plainEnvironment({
          ...settings,
          PENNANT_DATA_DIR: dataDir,
          PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
        }),
      })

    const game = await makeGame(inner, {
      teams: 1,
      challenges: 1,
      password: adminPassword,
      settings: { start: Date.now() + hour, end: Date.now() + 3 * hour },
    })
    const challenge = `${inner}/api/edit/games/${game.id}/challenges/${game.challenges[0]?.id}`
    const change = async (what: { content?: string; isEnabled?: boolean }): Promise<void> =>
      callOk('PUT', challenge, await sessions.cookieFor('Admin'), what)
    await change({ isEnabled: false })

    let proxy: Proxy | null = null
    onTestFinished(async () => proxy?.stop())
    const use = async (next: Proxy): Promise<void> => {
      await proxy?.stop()
      proxy = next
      const file = path.join(folder, 'ca.pem')
      writeFileSync(file, next.ca)
      settings['PENNANT_PUBLIC_URL'] = next.origin
      settings['NODE_EXTRA_CA_CERTS'] = file
    }
    const useShipped = async (): Promise<void> => use(await startShippedNginx([port], { days: 90 }))
    const shipped = { says: /deploy\/nginx\/pennant\.conf/, apply: useShipped }

    const remedies: Readonly<Record<string, Remedy>> = {
      'place.openFiles': { says: /LimitNOFILE=65536/, apply: () => void (fileLimit = manyFiles) },
      'limits.off': {
        says: /PENNANT_DISABLE_RATE_LIMIT/,
        apply: () => void delete settings['PENNANT_DISABLE_RATE_LIMIT'],
      },
      // The proxy that comes with the address has faults of its own.
      'publicUrl.missing': {
        says: /PENNANT_PUBLIC_URL/,
        apply: async () => use(await startTlsNginx(inner, {})),
      },
      'proxy.noAddress': shipped,
      'proxy.forged': shipped,
      'proxy.hub': shipped,
      'proxy.upload': shipped,
      'proxy.upstream': shipped,
      'proxy.idle': { says: /worker_connections 16384/, apply: useShipped },
      'proxy.certificateEnds': { says: /Renew it/, apply: useShipped },
      'mail.refused': {
        says: /the password of the mail server/,
        apply: () => void (settings['PENNANT_EMAIL_CONFIG__PASSWORD'] = mailPassword),
      },
      'backup.never': {
        says: /`pennant backup create`/,
        apply: async () => void (await pennant('backup', 'create')),
      },
      'admins.single': {
        says: /a second person the role/,
        apply: async () => void (await pennant('admin', 'role', 'p0a', 'Admin', '--yes')),
      },
      'admins.factor': {
        says: /set one up on their account page/,
        apply: async () => {
          for (const name of ['Admin', 'p0a']) await sessions.setUpFactor(name)
        },
      },
      'game.grave': {
        says: /Overview/,
        // An enabled challenge is found to have no description.
        apply: (message) =>
          change(
            /no challenge is enabled/.test(message) ? { isEnabled: true } : { content: 'Find the flag.' },
          ),
      },
    }

    const look = async (): Promise<Finding[]> => {
      const { stdout } = await pennant('doctor', '--game', String(game.id), '--json').catch(
        (error: unknown) => {
          const { code, stdout: said } = error as { code: number; stdout: string }
          if (code !== 1 && code !== 3) throw error
          return { stdout: said }
        },
      )
      return readDocument(stdout).findings.filter(isOpen)
    }
    const seen: string[][] = []
    for (let found = await look(); found.length > 0; found = await look()) {
      seen.push(found.map(({ code }) => code))
      expect(seen.length, JSON.stringify(seen)).toBeLessThan(6)
      const acts = new Map<Remedy['apply'], string>()
      for (const { code, remedy, message } of found) {
        const known = remedies[code]
        if (known === undefined)
          throw new Error(`Nobody has seeded ${code} (${message}): ${JSON.stringify(seen)}`)
        expect(remedy).toMatch(known.says)
        acts.set(known.apply, message)
      }
      for (const [act, message] of acts) await act(message)
      await restart()
    }
    expect(new Set(seen.flat())).toEqual(new Set(Object.keys(remedies)))
    await stopServer(server)
  })
})
