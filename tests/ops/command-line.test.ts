import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { knownVerbs, readDocument } from '../kit/cli-document.ts'
import { manualPage } from '../kit/manual.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { cookieOf, logIn, register } from './client.ts'
import { databaseOf, notLinux } from './database.ts'
import { main, plainEnvironment, startServer, stopServer, temporaryFolder } from './server.ts'

type Ended = { code: number | null; signal: NodeJS.Signals | null }

const launch = (dataDir: string, command: string, args: readonly string[], cwd = '/'): ChildProcess => {
  const env = plainEnvironment({ PENNANT_DATA_DIR: dataDir })
  const child = spawn(command, args, { cwd, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
const textOf = (stream: ChildProcess['stdout']): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream)

const pennant = (dataDir: string, args: readonly string[]): ChildProcess =>
  launch(dataDir, process.execPath, [main, ...args])
const answerOf = async (dataDir: string, args: readonly string[], input = '') => {
  const child = pennant(dataDir, args)
  child.stdin?.end(input)
  const [{ code }, stdout, stderr] = await Promise.all([
    endOf(child),
    textOf(child.stdout),
    textOf(child.stderr),
  ])
  return { code, stdout, stderr }
}

const password = 'Str0ng-Enough'
const lost = '01a21b09-f212-70cb-bc92-df01499770c1'
// Beneath a folder that isn't there.
const secretsFolder = '/nowhere/secrets'
type Line = [verb: string, rest: string, exit: number]
/** One after the other: what these do decides what the others find. */
const first: Line[] = [
  ['admin setup-link', '', 0],
  ['admin create', 'Ada --email ada@ctf.example --password-stdin', 0],
  ['backup create', '', 0],
]
const others: Line[] = [
  ['admin password', 'Ada --password-stdin --yes', 0],
  ['admin unlock', 'somebody', 0],
  ['admin unlock', 'somebody --second-factor --yes', 1],
  ['admin role', 'somebody Monitor --yes', 0],
  ['admin logout', 'somebody', 4],
  ['admin token create', '--name Script --scopes Read', 0],
  ['admin token list', '', 0],
  ['admin token revoke', `${lost} --yes`, 1],
  ['backup list', '', 0],
  ['backup prune', '--keep 1d --yes', 0],
  ['backup verify', 'pennant-none.tar', 2],
  // Without a site.
  ['rehearse', '', 2],
  ['rehearse clean', '', 2],
  ['move-in', '', 2],
  ['restore', 'pennant-none.tar', 2],
  ['restore release-emails', '', 0],
  ['doctor', '--only backup', 0],
  ['migrate status', '', 0],
  ['migrate plan', '', 0],
  ['migrate apply', '', 0],
  ['compose-secrets', secretsFolder, 1],
  ['config show', '--sources', 0],
  ['config check', '', 0],
  ['version', '', 0],
  ['help', 'admin', 0],
]

describe.skipIf(notLinux)(withSkipReason('the command line', notLinux), () => {
  it('works as processes beside a running server, and without one', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const server = await startServer({ dataDir })
    const cookie = cookieOf(await register(server.site, 'somebody'))
    const profile = async (): Promise<number> =>
      (await fetch(`${server.site}/api/account/profile`, { headers: { cookie } })).status
    expect(await profile()).toBe(200)

    const expectDocument = async ([verb, rest, exit]: Line): Promise<void> => {
      const args = [...verb.split(' '), ...rest.split(' ').filter((word) => word !== ''), '--json']
      const { code, stdout, stderr } = await answerOf(dataDir, args, `${password}\n`)
      expect({ verb, code, stderr }).toMatchObject({ code: exit })
      expect(readDocument(stdout)).toMatchObject({ verb, exit })
      expect(stdout + stderr).not.toContain(password)
    }
    for (const line of first) await expectDocument(line)
    await Promise.all(others.map(expectDocument))
    const run = [...first, ...others].map(([verb]) => verb)
    expect(knownVerbs()).toEqual(expect.arrayContaining(run))
    expect(knownVerbs().filter((verb) => !run.includes(verb))).toEqual([
      'admin',
      'backup',
      'config',
      // Ends when it is told to: see below.
      'docker-proxy',
      'migrate',
      'unknown',
    ])
    expect((await logIn(server.site, 'Ada', password)).status).toBe(200)

    expect((await answerOf(dataDir, ['admin', 'logout', 'somebody', '--yes'])).code).toBe(0)
    await expect.poll(profile).toBe(401)

    await stopServer(server)
    expect(databaseOf(dataDir)).toEqual([])
    const list = await answerOf(dataDir, ['admin', 'token', 'list'])
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(list.stdout).toMatch(/ Ada {2}Read {2}Script\n$/)
    expect(databaseOf(dataDir)).toEqual([])
  })

  it('is interrupted without a change, also where it reads, and tells it in the document', async () => {
    const child = pennant('/nowhere', ['admin', 'password', 'Ada', '--password-stdin', '--yes', '--json'])
    const [ended, stdout] = [endOf(child), textOf(child.stdout)]
    await new Promise((resolve) => child.stderr?.once('data', resolve))
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, signal: null })
    expect(readDocument(await stdout)).toMatchObject({ exit: 130, findings: [{ code: 'interrupted' }] })
  })

  it('runs the Docker proxy until it is told to end, in the place of one that was killed', async () => {
    const socket = path.join(temporaryFolder(), 'proxy')
    const docker = path.join(temporaryFolder(), 'docker')
    const words = ['docker-proxy', '--socket', socket, '--docker', docker, '--installation', 'a1', '--json']
    const listening = async (child: ChildProcess): Promise<void> => {
      await new Promise((resolve) => child.stderr?.once('data', resolve))
    }
    const killed = pennant('/nowhere', words)
    await listening(killed)
    expect(statSync(socket).mode & 0o777).toBe(0o660)
    expect((await answerOf('/nowhere', words)).code).toBe(1)
    killed.kill('SIGKILL')
    await endOf(killed)

    const child = pennant('/nowhere', words)
    const [ended, stdout, stderr] = [endOf(child), textOf(child.stdout), textOf(child.stderr)]
    await listening(child)
    const call = request({ socketPath: socket, method: 'POST', path: '/build?secret=hunter2' }).end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.resume().statusCode).toBe(403)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(readDocument(await stdout)).toMatchObject({ exit: 0, result: { refused: 1 } })
    expect(await stderr).toMatch(/"refused":1,.*call refused/)
    expect(await stderr).not.toContain('hunter2')
    expect(existsSync(socket)).toBe(false)
  })

  it.each([
    [['help'], 0],
    [['config', 'show', '--json'], 0],
    [['nothing'], 2],
  ])('%s ends as ever when nobody reads what it writes', async (args, code) => {
    const child = pennant('/nowhere', args)
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect(await endOf(child)).toEqual({ code, signal: null })
  })
})

describe.skipIf(notLinux)(withSkipReason('the commands of the manual', notLinux), () => {
  it('do what the page says', async () => {
    const folder = temporaryFolder()
    const dataDir = path.join(folder, 'data')
    const server = await startServer({ dataDir })
    await register(server.site, 'Grace')
    writeFileSync(path.join(folder, 'password.txt'), `${password}\n`)
    const page = await manualPage('operator/command-line.md')
    const [alias = '', ...blocks] = [...page.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(
      ([, code = '']) => code,
    )
    expect(alias).toMatch(/^alias pennant='node .*\/apps\/server\/dist\/main\.js'\n$/)
    const lines = blocks.flatMap((block) => block.trim().split(/\n */))
    // The link is for a site without an administrator.
    const link = lines.filter((line) => line.includes('setup-link'))
    expect(link).toHaveLength(1)
    const program = `pennant() { '${process.execPath}' '${main}' "$@" --yes; }`
    let id = ''
    for (const line of [...link, ...lines.filter((one) => !link.includes(one))]) {
      const child = launch(dataDir, 'sh', ['-c', `${program}; ${line.replace(/\bID$/, id)}`], folder)
      child.stdin?.end()
      const [{ code }, stdout, stderr] = await Promise.all([
        endOf(child),
        textOf(child.stdout),
        textOf(child.stderr),
      ])
      // Nothing is backed up here, and nobody has a second factor.
      const expected = /^pennant doctor|--second-factor$/.test(line) ? 1 : 0
      expect({ line, code, stderr }).toMatchObject({ line, code: expected })
      if (line.includes('token list')) [id = ''] = stdout.split(' ')
    }
    expect(existsSync(path.join(folder, 'token.txt'))).toBe(true)
    const token = readFileSync(path.join(folder, 'token.txt'), 'utf8').trim()
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${server.site}/api/admin/status`, { headers })).status).toBe(401)
    expect((await logIn(server.site, 'Edsger', password)).status).toBe(200)
    expect((await logIn(server.site, 'Grace')).status).toBe(401)
    await stopServer(server)
  })
})
