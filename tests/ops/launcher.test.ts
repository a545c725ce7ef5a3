import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { isRunning, notLinux } from './database.ts'
import { copyMiniatureClone, type MiniatureClone, makeMiniatureClone, npm } from './miniature-clone.ts'
import { type Program, type ProgramOptions, runProgram } from './program.ts'
import { ordinaryAccount, ordinaryAccountMissing, plainEnvironment } from './server.ts'

const noAccount = ordinaryAccountMissing('/dev/null')

let pristine: MiniatureClone
let folder = ''
let clone: MiniatureClone

beforeAll(() => {
  const root = mkdtempSync(path.join(tmpdir(), 'pristine '))
  pristine = makeMiniatureClone(root)
  return () => rmSync(root, { recursive: true, force: true })
})

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'launch '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  clone = copyMiniatureClone(pristine, path.join(folder, 'a clone'))
})

function run(command: string, args: string[], options: ProgramOptions = {}): Program {
  const program = runProgram(command, args, {
    cwd: clone.root,
    ...options,
    env: plainEnvironment(options.env),
  })
  onTestFinished(program.close)
  return program
}

const start = (options?: ProgramOptions): Program => run('npm', ['start'], options)

async function startAndStop(options?: ProgramOptions): Promise<string> {
  const program = start(options)
  await program.says(/serving/)
  program.signal('SIGTERM')
  expect(await program.ended).toEqual({ code: 0, signal: null })
  return program.output()
}

async function buildUnderWay(program: Program): Promise<number> {
  await program.says(/Building/)
  await expect
    .poll(() => existsSync(path.join(clone.root, 'node_modules/builds.log')), { timeout: 20_000 })
    .toBe(true)
  return Number(clone.builds().at(-1)?.split(' ')[0])
}

describe.skipIf(notLinux)(withSkipReason('npm start', notLinux), { timeout: 120_000 }, () => {
  it('installs and builds the first time, and does neither the second time', async () => {
    const first = await startAndStop()
    expect(first).toMatch(/Installing dependencies[^]*Building[^]*serving/)

    const second = await startAndStop()
    expect(second).not.toMatch(/Installing|Building/)
    expect(clone.builds()).toHaveLength(1)
  })

  it('says nothing of what npm says, unless asked', async () => {
    expect(await startAndStop()).not.toContain('building as')
    clone.write('apps/server/src/more.js', 'export {}')
    const chatty = run('npm', ['start', '--', '--verbose'])
    await chatty.says(/building as[^]*serving/)
  })

  it('hands its arguments to the server and runs it in its own process', async () => {
    const program = run(process.execPath, ['tools/start.mjs', '--first', 'second one'])
    const [, pid] = await program.says(/serving (\d+) --first second one/)
    expect(Number(pid)).toBe(program.pid)
  })

  it('keeps the production mode for the server but installs what the build needs', async () => {
    expect(await startAndStop({ env: { NODE_ENV: 'production' } })).toMatch(/serving .*production/)
  })

  it('builds for production whatever the mode of the server', async () => {
    expect(await startAndStop({ env: { NODE_ENV: 'development' } })).toMatch(/serving .*development/)
    expect(clone.builds()[0]).toContain('production')
  })

  it('builds again when a source changes, is added or goes', async () => {
    await startAndStop()
    clone.write('apps/server/src/other.js', 'export {}')
    expect(await startAndStop()).toContain('Building')
    rmSync(path.join(clone.root, 'apps/server/src/other.js'))
    expect(await startAndStop()).toContain('Building')
    clone.write('tsconfig.json', '{ }')
    expect(await startAndStop()).toContain('Building')
    expect(await startAndStop()).not.toContain('Building')
  })

  it('does not build again when a source was only touched, as in a copy', async () => {
    await startAndStop()
    utimesSync(path.join(clone.root, 'apps/server/src/main.js'), 1, 1)
    expect(await startAndStop()).not.toContain('Building')
  })

  it('builds again when what was built is gone', async () => {
    await startAndStop()
    rmSync(path.join(clone.root, 'apps/web/dist'), { recursive: true })
    expect(await startAndStop()).toContain('Building')
  })

  it('installs again when the lock file changed or the packages are gone', async () => {
    await startAndStop()
    clone.write('another/package.json', '{"name":"another","version":"1.0.0"}')
    npm(clone.root, 'install', '--package-lock-only', '--save-dev', './another')
    expect(await startAndStop()).toContain('Installing')
    rmSync(path.join(clone.root, 'node_modules'), { recursive: true })
    expect(await startAndStop()).toContain('Installing')
  })

  it('takes an install that was made by hand as it is, the first time and later', async () => {
    npm(clone.root, 'ci')
    expect(await startAndStop()).not.toContain('Installing')

    clone.write('another/package.json', '{"name":"another","version":"1.0.0"}')
    npm(clone.root, 'install', '--save-dev', './another')
    expect(await startAndStop()).not.toContain('Installing')
  })

  it('shows what the build said when it fails, and builds again the next time', async () => {
    clone.write('broken', '')
    const program = start()
    expect((await program.ended).code).toBe(1)
    expect(program.output()).toContain('the build tripped over something')
    expect(program.output()).toContain('Building failed (exit code 3)')

    rmSync(path.join(clone.root, 'broken'))
    expect(await startAndStop()).toContain('Building')
  })

  it('shows what npm said when the install fails, and installs again the next time', async () => {
    const whole = await readFile(path.join(clone.root, 'package.json'), 'utf8')
    clone.write(
      'package.json',
      whole.replace('"devDependencies":{', '"devDependencies":{"nowhere":"file:nowhere",'),
    )
    const program = start()
    expect((await program.ended).code).toBe(1)
    expect(program.output()).toMatch(/nowhere[^]*Installing the dependencies failed/)

    clone.write('package.json', whole)
    expect(await startAndStop()).toContain('Installing')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with its build on %s, and starts over later',
    async (signal) => {
      clone.write('slow', '')
      const program = start()
      const builder = await buildUnderWay(program)
      program.signal(signal)
      expect(await program.ended).toEqual({ code: signal === 'SIGINT' ? 130 : 143, signal: null })
      expect(isRunning(builder)).toBe(false)
      expect(readdirSync(clone.root).filter((name) => name.startsWith('.launch'))).toEqual([])

      rmSync(path.join(clone.root, 'slow'))
      expect(await startAndStop()).toContain('Building')
    },
  )

  it('installs and builds once when started twice at the same time', async () => {
    const both = [start(), start(), start()]
    await Promise.all(both.map((program) => program.says(/serving/)))
    expect(clone.builds()).toHaveLength(1)
    expect(both.filter((program) => program.output().includes('Installing'))).toHaveLength(1)
  })

  it('takes over from one that was killed while building, and ends what it left behind', async () => {
    clone.write('slow', '')
    const killed = run(process.execPath, ['tools/start.mjs'])
    const builder = await buildUnderWay(killed)
    killed.signal('SIGKILL')
    await killed.ended
    expect(isRunning(builder)).toBe(true)

    rmSync(path.join(clone.root, 'slow'))
    expect(await startAndStop()).toContain('Building')
    expect(isRunning(builder)).toBe(false)
  })

  it.skipIf(noAccount)(
    withSkipReason(
      'starts a built clone that it may not write, also a copy with other file times',
      noAccount,
    ),
    async () => {
      await startAndStop()
      const copy = path.join(folder, 'copy')
      copyMiniatureClone(clone, copy)
      protect(copy)
      const output = await startAndStop({ cwd: copy, ...ordinaryAccount, env: { HOME: '/nonexistent' } })
      expect(output).not.toMatch(/Installing|Building|older/)
    },
  )

  it.skipIf(noAccount)(
    withSkipReason('says so when the clone may not be written and is not built', noAccount),
    async () => {
      protect(clone.root)
      const program = run(process.execPath, ['tools/start.mjs'], ordinaryAccount)
      expect((await program.ended).code).toBe(1)
      expect(program.output()).toMatch(/This account can't write to [^]*not been installed and built yet/)
      expect(program.output()).not.toContain('    at ')
    },
  )
})

describe.skipIf(notLinux)(withSkipReason('signals under npm', notLinux), { timeout: 120_000 }, () => {
  beforeEach(() => startAndStop())

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to npm alone reaches the server, and npm waits for it',
    async (signal) => {
      const program = start()
      await program.says(/serving/)
      program.signal(signal)
      expect(await program.ended).toEqual({ code: 0, signal: null })
      expect(program.output()).toContain(`heard ${signal} 1`)
    },
  )

  it('Ctrl-C lets the server end on its own', async () => {
    const program = start()
    await program.says(/serving/)
    program.signalGroup('SIGINT')
    expect(await program.ended).toEqual({ code: 0, signal: null })
  })

  it('ends the server when npm was killed hard', async () => {
    const program = start()
    const [, pid] = await program.says(/serving (\d+)/)
    program.signal('SIGKILL')
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
    expect(program.output()).toContain('heard SIGTERM')
  })
})

function protect(root: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = path.join(entry.parentPath, entry.name)
    chmodSync(file, entry.isDirectory() ? 0o555 : statSync(file).mode & 0o555)
  }
  chmodSync(root, 0o555)
  onTestFinished(() => {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755)
    chmodSync(root, 0o755)
  })
}
