import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualPage } from '../kit/manual.ts'
import { samplePng } from '../kit/sample-image.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { readBoard } from './board.ts'
import { submit } from './burst.ts'
import { post } from './client.ts'
import { gameEnvironment, makeGame } from './game.ts'
import { startDatabase } from './installation.ts'
import { noNetworkMissing, openNoNetwork } from './no-network.ts'
import { cloneProject, openPlace, type Place, release, releaseMissing, target } from './release-clone.ts'
import {
  launchServer,
  ordinaryAccount,
  plainEnvironment,
  project,
  startServer,
  stopServer,
  temporaryFolder,
} from './server.ts'

const run = promisify(execFile)
const missing = releaseMissing()
const noNetwork = missing ?? noNetworkMissing()
const contact = 'security@ctf.example'
const contacted = ['--contact', contact]
const asked = [...contacted, '--target', target]
const noDatabase = missing ?? systemPostgresMissing()
const buildMs = 900_000
const { version } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
  version: string
}
const archive = `pennant-${version}-${target}.tar.gz`
const demo = `pennant-demo-${version}.tar.gz`

describe.skipIf(missing)(withSkipReason('a release', missing), () => {
  let place: Place
  let clone = ''
  let out = ''
  const elsewhere = (): string => path.join(place.path, 'elsewhere')
  const sums = (folder: string): string => readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
  const unpack = (name: string, folder: string): string => {
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xzf', path.join(out, name), '-C', folder])
    return path.join(folder, `pennant-${version}`)
  }
  /** A folder for PATH with nothing but Node. */
  const onlyNode = (folder: string): string => {
    const bin = path.join(folder, 'only-node')
    mkdirSync(bin)
    symlinkSync(process.execPath, path.join(bin, 'node'))
    return bin
  }

  beforeAll(async () => {
    place = openPlace()
    clone = path.join(place.path, 'clone')
    out = path.join(clone, 'dist/release')
    await cloneProject(clone)
    const key = path.join(place.path, 'key')
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    await release(clone, ...asked, '--signing-key', key)
  }, buildMs)
  afterAll(() => place.remove())

  it('is the same, to the byte, from another folder, and says when it is unsigned', {
    timeout: buildMs,
  }, async () => {
    const other = path.join(place.path, 'further down', 'another clone')
    await cloneProject(other)
    const { stdout } = await release(other, ...asked, '--out', elsewhere())
    expect(stdout).toContain('This release is unsigned')
    expect(stdout).toContain(
      'Named by a tag that can change: busybox:1.37, nginx:1.28, node:24-bookworm-slim,',
    )
    expect(existsSync(path.join(elsewhere(), 'SHA256SUMS.sig'))).toBe(false)
    expect(sums(elsewhere())).toBe(sums(out))
    expect(sums(out).match(/ {2}\S+$/gm)).toEqual([`  ${archive}`, `  ${demo}`])
  })

  it.skipIf(noDatabase)(
    withSkipReason('runs on any system that has a database', noDatabase),
    {
      timeout: buildMs,
    },
    async (test) => {
      const digest = `sha256:${'0123'.repeat(16)}`
      const made = release(
        clone,
        ...contacted,
        '--target',
        'any',
        '--pin',
        `redis:8@${digest}`,
        '--out',
        elsewhere(),
      )
      const fault = await made.then(
        () => null,
        (error: unknown) => String(error),
      )
      if (fault?.includes("couldn't be fetched")) return test.skip('no registry answers')
      expect(fault).toBe(null)
      execFileSync('tar', [
        '-xzf',
        path.join(elsewhere(), `pennant-${version}-any.tar.gz`),
        '-C',
        elsewhere(),
      ])
      const folder = path.join(elsewhere(), `pennant-${version}`)
      const compose = readFileSync(path.join(folder, 'deploy/compose/compose.yaml'), 'utf8')
      expect(compose).toContain(`redis:8@${digest}`)

      const command: [string, ...string[]] = [path.join(folder, 'bin/pennant')]
      const dataDir = path.join(temporaryFolder(), 'data')
      const alone = await launchServer({ dataDir, command })
      expect(await alone.program.ended).toMatchObject({ code: 1 })
      expect(alone.program.output()).toMatch(/no embedded database for .*: set DATABASE_URL/)

      const postgres = await startDatabase()
      const env = { DATABASE_URL: postgres.url(), ...gameEnvironment }
      const server = await startServer({ dataDir, command, env })
      const game = await makeGame(server.site, { teams: 1, challenges: 1 })
      // Images are processed by WebAssembly there.
      const body = new FormData()
      body.append('file', new Blob([await samplePng()], { type: 'image/png' }), 'avatar.png')
      const avatar = await fetch(`${server.site}/api/account/avatar`, {
        method: 'PUT',
        headers: { cookie: game.admin },
        body,
      })
      expect(avatar.status).toBe(200)
      await stopServer(server)
    },
  )

  it('is made from a commit only', async () => {
    appendFileSync(path.join(clone, 'README.md'), '\nMore.\n')
    await expect(release(clone, ...asked)).rejects.toThrow(/Commit these changes[^]*README\.md/)
    execFileSync('git', ['checkout', '--quiet', 'README.md'], { cwd: clone })
  })

  it('has everything that an operator needs, and nothing of how it was made', () => {
    const folder = unpack(archive, temporaryFolder())
    expect(readdirSync(folder).toSorted()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'NOTICE', 'SECURITY.md', 'THIRD-PARTY.md', 'bin', 'deploy', 'docs'],
      ...['sbom.cdx.json', 'schemas', 'server', 'tunnel', 'web'],
    ])
    const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
    expect(read('SECURITY.md')).toContain(`Write to <${contact}>.`)
    expect(read('CHANGELOG.md')).toContain(`\n## ${version} - 2026-11-27\n`)
    const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string }[] }
    expect(components.length).toBeGreaterThan(200)
    expect(components.map(({ name }) => name)).not.toContain('typescript')

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const count = (pattern: RegExp): number => files.filter((file) => pattern.test(file)).length
    expect(count(/^web\/static\/[^/]+\.js\.br$/)).toBe(count(/^web\/static\/[^/]+\.js$/))
    const withoutMap = files.filter(
      (file) => /^server\/[^/]+\.js$/.test(file) && !files.includes(`${file}.map`),
    )
    expect(withoutMap).toEqual([expect.stringMatching(/^server\/rolldown-runtime\.[^/]+$/)])
    expect(files.filter((file) => /(^|\/)(demo|typescript|\.npmrc)(\/|$)|\.ts$/.test(file))).toEqual([])
    const grep = spawnSync('grep', ['-rlF', place.path, folder], { encoding: 'utf8' })
    expect(grep).toMatchObject({ status: 1, stdout: '' })
  })

  it('is installed by the commands of its manual', { timeout: 400_000 }, async () => {
    const folder = temporaryFolder()
    const there = { '/opt': 'op t', '/usr/local/bin': 'b in' }
    for (const name of Object.values(there)) mkdirSync(path.join(folder, name))
    for (const name of [archive, demo, 'SHA256SUMS', 'SHA256SUMS.sig'])
      symlinkSync(path.join(out, name), path.join(folder, name))
    const publicKey = readFileSync(path.join(place.path, 'key.pub'), 'utf8')
    writeFileSync(path.join(folder, 'allowed_signers'), `release ${publicKey}`)
    const PATH = `${path.join(folder, 'b in')}:${path.dirname(process.execPath)}:${process.env['PATH']}`
    const localOf = (line: string): string =>
      Object.entries(there).reduce(
        (text, [from, to]) => text.replaceAll(from, `'${path.join(folder, to)}'`),
        line
          .replaceAll('1.2.3', version)
          .replaceAll('linux-x64', target)
          .replace(/^sudo /, ''),
      )

    const page = await manualPage('operator/install.md')
    const blocks = [...page.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, code = '']) => code.trim())
    const starts = [
      { program: 'pennant', data: 'data', words: 'No administrator yet' },
      { program: 'pennant-demo', data: 'demo-data', words: 'The sample event “Harbour Lights CTF”' },
    ]
    const said = new Map<string, string>()
    for (const line of blocks) {
      const command = `exec ${localOf(line)}`
      const start = starts.find(({ program }) => new RegExp(`^(\\S+/)?${program}$`).test(line))
      if (start) {
        const server = await launchServer({
          dataDir: path.join(folder, start.data),
          cwd: folder,
          command: ['sh', '-c', command],
          // Data is where it is without a setting.
          env: { PATH, PENNANT_DATADIR: undefined },
        })
        await server.program.says(/Pennant is ready at/, 300_000)
        expect(server.program.output()).toContain(start.words)
        expect(existsSync(path.join(folder, start.data))).toBe(true)
        await stopServer(server)
      } else {
        const { stdout, stderr } = await run('sh', ['-c', command], {
          cwd: folder,
          env: plainEnvironment({ PATH }),
        })
        said.set(line.split(' ').slice(0, 2).join(' '), stdout + stderr)
      }
    }
    expect(said.get('sha256sum --check')).toContain(`${archive}: OK`)
    expect(said.get('ssh-keygen -Y')).toMatch(/^Good "file" signature for release/)
    expect(said.get('pennant version')).toBe(`${version}\n`)
    expect(said.get('pennant admin')).toMatch(/Ada/)

    const pennant = (...args: string[]) =>
      spawnSync(path.join(folder, 'b in/pennant'), args, {
        cwd: '/',
        env: { PATH: onlyNode(folder), PENNANT_DATA_DIR: path.join(folder, 'data') },
        encoding: 'utf8',
      })
    expect(pennant('admin', 'token', 'list')).toMatchObject({ status: 0, stderr: '' })
  })

  describe.skipIf(noNetwork)(withSkipReason('without a network', noNetwork), () => {
    it('goes from setup to a solve, and still has it after a crash', async () => {
      const folder = temporaryFolder()
      const program = path.join(unpack(archive, path.join(folder, 'a folder')), 'bin/pennant')
      const { uid = 0, gid = 0 } = ordinaryAccount
      const dataDir = path.join(folder, 'data')
      mkdirSync(dataDir)
      chownSync(dataDir, uid, gid)
      const { site, inside } = await openNoNetwork(folder)
      const { PENNANT_DISABLERATELIMIT, PENNANT_ADMINPASSWORD: password } = gameEnvironment
      const options = {
        dataDir,
        command: inside(program),
        env: { PATH: onlyNode(folder), PENNANT_PORT: '8080', PENNANT_DISABLERATELIMIT },
      }

      const server = await launchServer(options)
      const [, token] = await server.program.says(/\/setup\?token=(\S+)/, 60_000)
      const account = { userName: 'Admin', email: 'admin@ctf.example' }
      expect((await post(`${site}/api/setup`, { ...account, token, password })).status).toBe(200)
      const game = await makeGame(site, { teams: 1, challenges: 1 })
      const [[player], [challenge]] = [game.players, game.challenges]
      if (!player || !challenge) throw new Error('the game is empty')
      const attempt = { player, challenge, answer: challenge.flag, outcome: undefined }
      expect(await submit(site, game, attempt)).toMatchObject({ kind: 'taken' })
      const solvedBy = async () => (await readBoard(site, game)).items.map(({ solvedCount }) => solvedCount)
      await expect.poll(solvedBy).toEqual([1])

      server.program.signal('SIGKILL')
      expect(await server.program.ended).toEqual({ code: null, signal: 'SIGKILL' })
      const again = await launchServer(options)
      await again.program.says(/Pennant is ready at/, 60_000)
      expect(await solvedBy()).toEqual([1])
      await stopServer(again)
    })
  })
})
