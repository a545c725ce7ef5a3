import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { RehearsalReport, Rehearsals } from '@pennant/contract/rehearsal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../kit/cli-document.ts'
import { shippedNginxMissing, startTlsNginx } from '../kit/nginx.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { manualSteps } from '../kit/manual.ts'
import { notLinux } from './database.ts'
import { embeddedSql } from './sql.ts'
import { main, plainEnvironment, type Server, startServer, temporaryFolder } from './server.ts'

const password = 'Str0ng-Enough'

const launch = (args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args], { cwd: '/', env: plainEnvironment(env) })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
const textOf = (stream: ChildProcess['stdout']): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream)
const ended = async (child: ChildProcess) => {
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    textOf(child.stdout),
    textOf(child.stderr),
  ])
  return { code, signal, stdout, stderr }
}
const said = (child: ChildProcess, words: string): Promise<void> =>
  new Promise((resolve) => {
    let all = ''
    child.stderr?.on('data', (bytes: Buffer) => {
      all += bytes.toString()
      if (all.includes(words)) resolve()
    })
  })

type Site = { server: Server; dataDir: string; token: string; read(): Promise<Rehearsals> }

const startSite = async (env: NodeJS.ProcessEnv = {}): Promise<Site> => {
  const dataDir = path.join(temporaryFolder(), 'data')
  const server = await startServer({ dataDir, env })
  const command = async (args: string[]): Promise<string> => {
    const child = launch(args, { PENNANT_DATA_DIR: dataDir })
    child.stdin?.end(`${password}\n`)
    const { code, stdout, stderr } = await ended(child)
    expect({ args, code, stderr }).toMatchObject({ code: 0 })
    return stdout.trim()
  }
  await command(['admin', 'create', 'Ada', '--email', 'ada@ctf.example', '--password-stdin'])
  const token = await command(['admin', 'token', 'create', '--name', 'Rehearsal', '--scopes', 'Everything'])
  return {
    ...{ server, dataDir, token },
    async read() {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.site}/api/rehearsal`, { headers })
      expect(answer.status).toBe(200)
      return (await answer.json()) as Rehearsals
    },
  }
}

const rehearse = ({ server, token }: Site, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  launch(['rehearse', ...args], { PENNANT_URL: server.site, PENNANT_TOKEN: token, ...env })

const reportOf = async (child: ChildProcess): Promise<RehearsalReport> => {
  const { stdout, stderr } = await ended(child)
  const { result } = readDocument(stdout)
  expect(result, `${stdout}${stderr}`).not.toBeNull()
  return result as RehearsalReport
}

describe.skipIf(notLinux)(withSkipReason('pennant rehearse', notLinux), () => {
  it('plays with the built server, tells what it found, and is cleaned up however it ends', async () => {
    const site = await startSite()
    const page = path.join(temporaryFolder(), 'report.html')
    const whole = await ended(rehearse(site, ['--teams', '10', '--minutes', '0.1', '--report', page]))
    expect([0, 1, 3], whole.stderr).toContain(whole.code)
    expect(whole.stderr).toContain('the figures will include the load generator')
    expect(whole.stdout).toMatch(/^Rehearsal of http:\/\/127\.0\.0\.1:\d+: (green|yellow|red|inconclusive)\n/)
    expect(whole.stdout).toContain('0 server errors, 0 lost, 0 refused by limits, 0 other failures')
    expect(whole.stdout + whole.stderr).not.toContain(site.token)
    expect(readFileSync(page, 'utf8')).toContain('<!doctype html>')
    expect(await site.read()).toMatchObject({ running: null, report: { figures: { left: [] } } })

    // What takes minutes is played in seconds.
    const [create, where, small, own, clean] = (await manualSteps('operator/rehearse.md'))
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code.trim())
    const commands = [
      create,
      where?.replace(/=https:\S+/, `=${site.server.site}`),
      small?.replace('--minutes 1', '--minutes 0.05'),
      `${own} --teams 1 --minutes 0.05`,
      clean,
    ]
    const script = `pennant() { '${process.execPath}' '${main}' "$@"; }\n${commands.join('\n')}\necho ended $?`
    const folder = temporaryFolder()
    const manual = spawn('sh', ['-c', script], {
      cwd: folder,
      env: plainEnvironment({ PENNANT_DATA_DIR: site.dataDir }),
    })
    const followed = await ended(manual)
    expect(followed.stdout, followed.stderr).toMatch(/There is nothing to clean up\.\nended 0\n$/)
    expect(followed.stdout.match(/^Rehearsal of /gm)).toHaveLength(2)
    expect(readFileSync(path.join(folder, 'rehearsal.html'), 'utf8')).toContain('Rehearsal of ')

    const interrupted = rehearse(site, ['--teams', '2', '--minutes', '20'])
    await said(interrupted, 'Everyone logs in')
    interrupted.kill('SIGINT')
    expect(await ended(interrupted)).toMatchObject({ code: 130 })
    expect((await site.read()).running).toBeNull()

    const killed = rehearse(site, ['--teams', '2', '--minutes', '20'])
    await said(killed, 'Everyone logs in')
    killed.kill('SIGKILL')
    await ended(killed)
    expect((await site.read()).running).toMatchObject({ size: { teams: 2 } })
    const refused = await ended(rehearse(site, ['--teams', '1', '--json']))
    expect([refused.code, readDocument(refused.stdout).findings[0]?.code]).toEqual([4, 'rehearsal.running'])
    expect(await ended(rehearse(site, ['clean']))).toMatchObject({ code: 0 })
    expect((await site.read()).running).toBeNull()
    expect(await ended(rehearse(site, ['clean']))).toMatchObject({ code: 0 })

    for (const [args, env, code] of [
      [['--teams', 'many'], {}, 2],
      [['--report', '/nowhere/report.html'], {}, 2],
      [[], { PENNANT_TOKEN: 'wrong.token' }, 2],
      [[], { PENNANT_TOKEN: '' }, 2],
      [[], { PENNANT_URL: '' }, 2],
      [[], { PENNANT_URL: 'http://127.0.0.1:1' }, 5],
    ] as const)
      expect([args, env, (await ended(rehearse(site, args, env))).code]).toEqual([args, env, code])
  })

  it('rehearses beside a game whose name is typed, in a school, and is compared with the time before', async () => {
    const site = await startSite()
    const ask = async (where: string, body: object): Promise<void> => {
      const answer = await fetch(`${site.server.site}${where}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status, await answer.text()).toBe(200)
    }
    const hour = 3_600_000
    await ask('/api/edit/games', {
      ...{ title: 'Harbour Lights', hidden: false, acceptWithoutReview: true, practiceMode: false },
      ...{ start: Date.now() - hour, end: Date.now() + hour },
    })
    const small = ['--teams', '1', '--minutes', '0.05']
    for (const during of [[], ['--during-game', 'Harbor Lights']]) {
      const refused = await ended(rehearse(site, [...small, ...during, '--json']))
      expect([refused.code, readDocument(refused.stdout).findings[0]?.code]).toEqual([
        4,
        'rehearsal.gameNear',
      ])
    }
    const folder = temporaryFolder()
    const play = async (name: string, ...more: string[]) => {
      const whole = ['--during-game', 'Harbour Lights', '--report', path.join(folder, name), ...more]
      const child = await ended(rehearse(site, [...small, ...whole]))
      expect([0, 1, 3], child.stderr).toContain(child.code)
      return { ...child, file: readFileSync(path.join(folder, name), 'utf8') }
    }
    const first = await play('first.json', '--one-address', '--kill', '--burst', '3')
    expect(first.stderr).toContain('Stop one of the server processes now')
    const report = JSON.parse(first.file) as RehearsalReport
    expect(report).toMatchObject({
      ...{ format: 1, url: site.server.site, before: null },
      size: { teams: 1, players: 2, burst: 3, instances: 0, oneAddress: true },
    })
    const second = await play('second.txt')
    expect(second.stdout.trim()).toBe(second.file.trim())
    expect(second.file).toContain('Compared with')
    expect((await site.read()).report).toMatchObject({ before: { startedAt: report.startedAt } })
    expect((await play('third.html')).file).toMatch(/<h2>Compared with/)
  })

  const tables = [
    ...['user', 'team', 'team_member', 'game', 'challenge', 'participation', 'file', 'file_lease'],
    ...['session', 'submission', 'container', 'attachment'],
  ]
  const steps = ['Creating teams', 'logs in', 'opens the game', 'submit flags', 'stays', 'Cleaning up']
  it('leaves nothing behind, whatever it does while everything is killed', { timeout: 600_000 }, async () => {
    const { dataDir, token, ...site } = await startSite()
    let { server } = site
    const env = { PENNANT_PORT: new URL(server.site).port }
    const count = async (): Promise<Record<string, unknown> | undefined> => {
      const counts = tables.map((name) => `(select count(*)::int from "${name}") as "${name}"`)
      const [found] = await embeddedSql(dataDir)(`select ${counts.join()}`)
      const stored = readdirSync(path.join(dataDir, 'files'), { recursive: true })
      const files = stored.filter((name) => /[0-9a-f]{64}$/.test(String(name)))
      return { ...found, bytes: files.length }
    }
    const before = await count()
    for (const step of steps) {
      const child = rehearse({ ...site, server, dataDir, token }, ['--teams', '2', '--minutes', '0.3'])
      await said(child, step)
      server.program.signal('SIGKILL')
      child.kill('SIGKILL')
      await server.program.ended
      server = await startServer({ dataDir, env })
      const cleaned = await ended(rehearse({ ...site, server, dataDir, token }, ['clean']))
      expect([step, cleaned.code], cleaned.stderr).toEqual([step, 0])
      expect([step, await count()]).toEqual([step, before])
    }
    expect((await site.read()).running).toBeNull()
  })
})

describe.skipIf(notLinux)(withSkipReason('the bottleneck of a rehearsal', notLinux), () => {
  const play = (teams: number, burst: number): string[] =>
    `--json --quiet --teams ${teams} --burst ${burst} --minutes 0.2`.split(' ')

  it('is the load generator where its machine does something else', async () => {
    const site = await startSite()
    const file = path.join(temporaryFolder(), 'busy.mjs')
    writeFileSync(
      file,
      `if (process.argv[1]?.endsWith('play-child.js'))
        setInterval(() => {
          const until = performance.now() + 90
          while (performance.now() < until);
        }, 100)`,
    )
    const report = await reportOf(
      rehearse(site, play(3, 2), { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` }),
    )
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      bottleneck: { cause: 'generator.processor', limit: 0.8 },
    })
  })

  const noNginx = shippedNginxMissing()
  it.skipIf(noNginx !== null)(
    withSkipReason('is the proxy where it has too few connections', noNginx),
    async () => {
      const site = await startSite({ PENNANT_FORWARDED_OPTIONS__KNOWN_NETWORKS__0: '127.0.0.0/8' })
      const nginx = await startTlsNginx(site.server.site, { connections: 64 })
      onTestFinished(nginx.stop)
      const file = path.join(temporaryFolder(), 'ca.pem')
      writeFileSync(file, nginx.ca)
      const env = { PENNANT_URL: nginx.origin, NODE_EXTRA_CA_CERTS: file }
      const report = await reportOf(rehearse(site, play(60, 20), env))
      expect(report.bottleneck?.cause, JSON.stringify(report.figures)).toMatch(/^proxy\./)
      expect(report.verdict).toBe('red')
    },
  )
})
