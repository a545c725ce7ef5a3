import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { skipReason, withSkipReason } from '../../../tests/kit/skip-reason.ts'
import { openTcp } from '../../../tests/kit/tcp-client.ts'
import { buildTunnel, type RunningProgram, type TunnelProgram } from '../../../tests/kit/tunnel-program.ts'
import { openEcho, openSite, relayTo } from '../../../tests/kit/tunnel-site.ts'
import { callAt, scopeOf } from '../../../tests/kit/tunnel-world.ts'
import { programVersion } from './paths.ts'

const site = 'https://ctf.example'
const address = /(http:\/\/127\.0\.0\.1:\d+)/
const noOpenssl = skipReason(
  spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0,
  'openssl is not installed',
)
const workspace = path.join(import.meta.dirname, '..')

let program: TunnelProgram
let home: string
beforeAll(async () => {
  program = await buildTunnel()
})
afterAll(() => program.remove())
beforeEach(async () => {
  home = await program.home()
})

const run = async (...args: string[]): Promise<{ code: number | null; output: string }> => {
  const running = program.start(args, home)
  return { code: await running.ended, output: running.output() }
}
const serve = async (...args: string[]): Promise<{ running: RunningProgram; at: string }> => {
  const running = program.start(['serve', '--port', '0', ...args], home)
  onTestFinished(() => void running.child.kill('SIGKILL'))
  return { running, at: await running.says(address) }
}
const ask = (at: string, origin = site, name = 'Harbour') =>
  callAt(at, '/connect', { method: 'POST', headers: { origin }, body: scopeOf({ name }) })

describe('the program', () => {
  it('is one executable file that tells what it can do', async () => {
    expect((await stat(program.file)).mode & 0o111).not.toBe(0)
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    for (const command of ['serve', 'connect', 'allow', 'revoke', 'list', 'status'])
      expect(output).toContain(`pennant-tunnel ${command}`)
  })

  it('has the version of its package', async () => {
    const { version } = JSON.parse(await readFile(path.join(workspace, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(programVersion).toBe(version)
    expect(await run('--version')).toEqual({ code: 0, output: `pennant-tunnel ${version}\n` })
  })

  it.each([
    [[]],
    [['dance']],
    [['serve', '--port', 'x']],
    [['connect']],
    [['connect', 'http://x']],
    [['allow', 'x']],
  ])('does not understand %j, and says so', async (args) => {
    const { code, output } = await run(...args)
    expect(code).toBe(2)
    expect(output).toContain('--help for usage')
  })

  it('repeats nothing that a terminal would obey', async () => {
    const { output } = await run('\u{1b}[2J')
    expect(output).not.toContain('\u{1b}')
  })
})

describe('serve', () => {
  it('waits for sites, takes commands of another terminal, and ends in order', async () => {
    const { running, at } = await serve()
    expect((await ask(at)).status).toBe(200)
    await running.says(/"Harbour".*pennant-tunnel allow https:\/\/ctf\.example/)
    expect(await run('list')).toEqual({ code: 0, output: `pending  ${site} ("Harbour")\n` })
    expect(await run('allow', `${site}/games/1`)).toEqual({ code: 0, output: `${site} is allowed.\n` })
    expect((await callAt(at, '/connect', { headers: { origin: site } })).status).toBe(202)

    const body = {
      label: 'web',
      remote: 'ws://127.0.0.1:9/0197a3c2-1111-7222-8333-444455556666',
      local: '127.0.0.1:0',
    }
    const { local } = (await callAt(at, '/pool', { method: 'POST', headers: { origin: site }, body })).json<{
      local: string
    }>()
    const listed = await run('list')
    expect(listed.output).toContain(`${local} → ws://127.0.0.1:9/0197a3c2…: web`)
    const told = await run('status')
    expect(told).toMatchObject({ code: 0, output: expect.stringContaining(`listening on ${at}`) })
    expect(told.output).toContain('Tunnels: 1, connections: 0.')

    expect(await run('revoke', site)).toEqual({ code: 0, output: `${site} is no longer allowed.\n` })
    await expect(openTcp(local)).rejects.toThrow('ECONNREFUSED')
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(running.output()).not.toContain('444455556666')
  })

  it('a second time says that one is enough', async () => {
    const { at } = await serve()
    const second = await run('serve', '--port', '0')
    expect(second.code).toBe(0)
    expect(second.output).toContain(`A tunnel is already running at ${at}`)
  })

  it('beside a tunnel of another user at its port says so, too', async () => {
    const { at } = await serve()
    home = await program.home()
    const second = await run('serve', '--port', new URL(at).port)
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('already running') })
  })

  it('at a port of another program takes another one, and says so', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const running = program.start(['serve', '--port', String(port)], home)
    const at = await running.says(/This tunnel is at (http:\S+) instead/)
    expect(running.output()).toContain(`Port ${port} is in use`)
    expect((await callAt(at, '/version', {})).status).toBe(200)
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })

  it('after one that was killed starts as if nothing had been', async () => {
    const { running } = await serve()
    running.child.kill('SIGKILL')
    await running.ended
    const { at } = await serve()
    expect((await ask(at)).status).toBe(200)
  })

  it('sets a damaged file of permissions aside', async () => {
    await writeFile(path.join(home, 'scopes.json'), '{"scopes": [')
    const { running } = await serve()
    const copy = await running.says(/was damaged and is set aside as (\S+damaged\S+[^;]);/)
    expect(await readFile(copy, 'utf8')).toBe('{"scopes": [')
  })

  it('writes lines of JSON when programs read it', async () => {
    const { running } = await serve('--log-json')
    running.child.kill('SIGTERM')
    await running.ended
    const lines = running.output().trim().split('\n')
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: 'info', text: expect.any(String) })
    expect(JSON.parse(lines[0] ?? '')).toHaveProperty('address')
  })

  it('can be reached only by its owner', async () => {
    await chmod(home, 0o755)
    await serve()
    expect((await stat(path.join(home, 'control.sock'))).mode & 0o777).toBe(0o600)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
  })
})

const noTerminal = skipReason(
  process.platform === 'linux' && existsSync('/usr/bin/script'),
  'no program that makes terminals (script of util-linux)',
)
describe.skipIf(noTerminal !== null)(withSkipReason('serve at a terminal', noTerminal), () => {
  it('asks about each site in turn, shows nothing a terminal would obey, and ends with Ctrl-C', async () => {
    const running = program.start(['serve', '--port', '0'], home, { attended: true })
    const at = await running.says(address)
    const state = async (origin: string) => (await callAt(at, '/connect', { headers: { origin } })).status

    await ask(at, site, '\u{1b}[2J\u{9b}1mHarbour')
    await ask(at, 'https://other.example', 'Other')
    await running.says(/https:\/\/ctf\.example .*wants to use this tunnel[^]*Allow it\? \[y\/n\] /)
    expect(running.output()).not.toContain('other.example')
    running.child.stdin?.write('y\n')
    await running.says(/https:\/\/ctf\.example is allowed/)
    expect(await state(site)).toBe(202)
    await running.says(/https:\/\/other\.example \("Other"\) wants to use this tunnel[^]*Allow it\?/)
    running.child.stdin?.write('n\n')
    await running.says(/https:\/\/other\.example is not allowed/)
    expect(await state('https://other.example')).toBe(403)
    expect(running.output()).not.toMatch(/[\u{1b}\u{9b}]/u)

    running.child.stdin?.write('\u{3}')
    expect(await running.ended).toBe(0)
  })
})

describe('without a running tunnel', () => {
  it('permissions are kept for the next start', async () => {
    expect(await run('list')).toEqual({ code: 0, output: 'No site has asked yet.\n' })
    expect(await run('status')).toMatchObject({
      code: 1,
      output: expect.stringContaining('No tunnel is running.'),
    })
    expect(await run('allow', site)).toEqual({ code: 0, output: `${site} is allowed.\n` })
    expect(await run('allow', site)).toEqual({ code: 0, output: `${site} is already allowed.\n` })
    expect(await run('list')).toEqual({ code: 0, output: `allowed  ${site}\n` })
    const { at, running } = await serve()
    expect((await callAt(at, '/connect', { headers: { origin: site } })).status).toBe(202)
    running.child.kill('SIGTERM')
    await running.ended
    expect(await run('status')).toMatchObject({ code: 1 })
    expect(await run('revoke', site)).toMatchObject({ code: 0 })
    expect(await run('revoke', site)).toMatchObject({ code: 1 })
  })
})

describe('connect', () => {
  it('makes one tunnel, tells where it is and how the instance is', async () => {
    const service = await openEcho()
    const there = await openSite(relayTo(service))
    const running = program.start(['connect', there.remote], home)
    const local = await running.says(
      /(127\.0\.0\.1:\d+) leads to ws:\/\/127\.0\.0\.1:\d+\/api\/proxy\/0197a3c2…/,
    )
    await running.says(/The instance is running, \d+ ms away/)
    const client = await openTcp(local)
    client.socket.end('hello')
    expect(await client.end()).toBe('finished')
    expect(client.got().toString()).toBe('hello')
    running.child.kill('SIGINT')
    expect(await running.ended).toBe(0)
    await there.close()
    await service.close()
  })

  it('says when the instance is gone, and why a connection fails', async () => {
    const there = await openSite(() => {})
    there.answer = 404
    there.refusal = 404
    const running = program.start(['connect', there.remote, '--log-json'], home)
    const local = await running.says(/"local":"([^"]+)"/)
    await running.says(/Connections may fail: the instance is gone/)
    const client = await openTcp(local)
    await client.end()
    await running.says(/No connection to [^"]*: the instance is gone/)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    await there.close()
  })

  it.skipIf(noOpenssl)(
    withSkipReason('trusts a site of a private authority only as the manual says', noOpenssl),
    async () => {
      const [key, cert] = [path.join(home, 'key.pem'), path.join(home, 'cert.pem')]
      const made = '-newkey rsa:2048 -nodes -days 2 -subj /CN=here -addext subjectAltName=IP:127.0.0.1'
      execFileSync('openssl', ['req', '-x509', ...made.split(' '), '-keyout', key, '-out', cert], {
        stdio: 'ignore',
      })
      const there = await openSite(() => {}, {
        key: await readFile(key, 'utf8'),
        cert: await readFile(cert, 'utf8'),
      })
      const wary = program.start(['connect', there.remote, '--log-json'], home)
      const client = await openTcp(await wary.says(/"local":"([^"]+)"/))
      await wary.says(/the site's certificate isn't trusted/)
      client.socket.destroy()
      wary.child.kill('SIGTERM')
      await wary.ended

      const env = { NODE_EXTRA_CA_CERTS: cert }
      const trusting = program.start(['connect', there.remote], home, { env })
      await trusting.says(/The instance is running, \d+ ms away/)
      trusting.child.kill('SIGTERM')
      expect(await trusting.ended).toBe(0)
      await there.close()
    },
  )

  it('for the network warns', async () => {
    const running = program.start(['connect', 'ws://127.0.0.1:9/x', '--host', '0.0.0.0'], home)
    await running.says(/Everyone on your network can reach/)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  })

  it('fails at a port that is taken', async () => {
    const service = await openEcho()
    const { code, output } = await run('connect', 'ws://127.0.0.1:9/x', '--port', String(service.port))
    expect(code).toBe(1)
    expect(output).toContain(`Can't use 127.0.0.1:${service.port}`)
    await service.close()
  })
})
