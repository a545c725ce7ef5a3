import { execFile, spawnSync } from 'node:child_process'
import { cpSync, openSync, closeSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { SystemStatus } from '@pennant/contract/status'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../kit/cli-document.ts'
import { oldNode, oldProgramsMissing, startOldPostgres } from '../kit/old-programs.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { cookieOf, logIn } from './client.ts'
import { notLinux } from './database.ts'
import { callOk, gameEnvironment } from './game.ts'
import { limitMemory, memoryLimitMissing } from './memory-limit.ts'
import {
  asRoot,
  main,
  plainEnvironment,
  project,
  startServer,
  stopServer,
  temporaryFolder,
} from './server.ts'

const run = promisify(execFile)
const mebibyte = 1_048_576
const adminPassword = gameEnvironment.PENNANT_ADMINPASSWORD

type Ended = { code: number; stdout: string; stderr: string }

const ended = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  run(command, args, {
    cwd: '/',
    env: plainEnvironment({ PENNANT_CONTAINER_PROVIDER__TYPE: 'None', ...env }),
  }).then(
    (said) => ({ code: 0, ...said }),
    (error: unknown) => error as Ended,
  )

/** What the built doctor finds of the machine. `inside`: lines of a shell that come first. */
const foundAt = async (
  dataDir: string,
  { inside = '', by = [] }: { inside?: string; by?: readonly string[] } = {},
): Promise<string[]> => {
  const script = `${inside}\nexec "$@"`
  const command = [...by, process.execPath, main, 'doctor', '--only', 'place', '--json']
  const { stdout } = await ended('sh', ['-c', script, 'sh', ...command], { PENNANT_DATA_DIR: dataDir })
  return readDocument(stdout).findings.map(({ level, code, message }) => `${level} ${code}: ${message}`)
}
const about = (found: readonly string[], code: string): string[] =>
  found.filter((line) => line.includes(` ${code}: `))

const noPrograms = notLinux ?? oldProgramsMissing()

describe.skipIf(noPrograms !== null)(withSkipReason('Node.js 20.18', noPrograms), () => {
  it('is found by the doctor, and refused by all else, in words', async () => {
    const doctor = await ended(oldNode, [main, 'doctor', '--json'])
    expect(doctor.code).toBe(1)
    const { findings, ...document } = readDocument(doctor.stdout)
    expect(document).toMatchObject({ verb: 'doctor', ok: false, exit: 1 })
    expect(findings).toMatchObject([{ level: 'error', code: 'place.nodeOld' }])
    const words =
      /^Node\.js 20\.18\.\d+ is too old for Pennant\. Install a later 20\.x from 20\.19 on, or 22\.12/
    expect(`${findings[0]?.message} ${findings[0]?.remedy}`).toMatch(words)

    for (const args of [['doctor'], ['backup', 'list']])
      expect(await ended(oldNode, [main, ...args])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(words),
      })
    const start = await ended(oldNode, [main])
    expect([start.code, start.stdout]).toEqual([1, ''])
    expect(start.stderr.replace("Pennant didn't start: ", '')).toMatch(words)
  })

  it('is refused by the program of a release', async () => {
    const folder = temporaryFolder()
    cpSync(path.join(project, 'tools/release/bin'), path.join(folder, 'bin'), { recursive: true })
    cpSync(path.join(project, 'tools/launch/node-version.mjs'), path.join(folder, 'server/node-version.mjs'))
    const { code, stderr } = await ended(oldNode, [path.join(folder, 'bin/pennant'), 'doctor'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Pennant needs Node\.js 20\.19 .*; this is 20\.18\./),
    ])
  })
})

const noPostgres = noPrograms ?? systemPostgresMissing()

describe.skipIf(noPostgres !== null)(withSkipReason('PostgreSQL 14', noPostgres), () => {
  it('is found by the doctor, and refused by a server in words', async () => {
    const postgres = await startOldPostgres()
    onTestFinished(postgres.stop)
    const env = {
      DATABASE_URL: postgres.url(),
      PENNANT_DATA_DIR: temporaryFolder(),
      PENNANT_PORT: '0',
      PENNANT_HEALTH_PORT: '0',
    }
    const doctor = await ended(process.execPath, [main, 'doctor', '--only', 'database', '--json'], env)
    expect(doctor.code).toBe(1)
    const [first] = readDocument(doctor.stdout).findings
    expect(first).toMatchObject({
      ...{ level: 'error', code: 'database.version', message: 'PostgreSQL 14 is too old.' },
      remedy: 'Upgrade to PostgreSQL 15 or newer.',
    })
    const start = await ended(process.execPath, [main], env)
    expect([start.code, start.stderr]).toEqual([
      1,
      expect.stringContaining('PostgreSQL 15 or newer is needed, and this is 14.'),
    ])
  })
})

const noLimit = notLinux ?? memoryLimitMissing()

describe.skipIf(noLimit !== null)(withSkipReason('a control group with little memory', noLimit), () => {
  const within = async <Result>(bytes: number, work: (enter: string) => Promise<Result>): Promise<Result> => {
    const limit = limitMemory(bytes)
    try {
      return await work(limit.enter)
    } finally {
      limit.close()
    }
  }

  it('is found by the doctor, and by the status page of a server in it', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const shown = await within(900 * mebibyte, async (enter) => {
      const inside = `ulimit -n 5000; ${enter}; exec "$@"`
      const server = await startServer({
        dataDir,
        env: gameEnvironment,
        command: ['sh', '-c', inside, 'sh', process.execPath, main],
      })
      const cookie = cookieOf(await logIn(server.site, 'Admin', adminPassword))
      const status = await callOk<SystemStatus>('GET', `${server.site}/api/admin/status`, cookie)
      const found = await foundAt(dataDir, { inside: `ulimit -n 5000; ${enter}` })
      await stopServer(server)
      const ofPlace = (status.findings ?? []).filter(({ code }) => /^place\.(memory|openFiles)$/.test(code))
      expect(ofPlace.map(({ level, code, values }) => [level, code, ...values].join(' ')).toSorted()).toEqual(
        ['yellow place.memory 900', 'yellow place.openFiles 5000'],
      )
      return found
    })
    expect([...about(shown, 'place.memory'), ...about(shown, 'place.openFiles')]).toEqual([
      'warning place.memory: The server has only 900 MB of memory',
      'warning place.openFiles: The server can open only 5000 files',
    ])

    const least = await within(400 * mebibyte, (enter) => foundAt(dataDir, { inside: enter }))
    expect(about(least, 'place.memory')).toEqual(['error place.memory: The server has only 400 MB of memory'])
    expect(about(await foundAt(dataDir), 'place.memory')).toEqual([])
  })
})

const noStrace =
  notLinux ??
  skipReason(
    spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0,
    'strace is not here, or may not trace',
  )

describe.skipIf(noStrace !== null)(withSkipReason('a disk that takes long to confirm', noStrace), () => {
  const slow = (milliseconds: number): string[] => [
    ...['strace', '-f', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'],
    ...['-e', `inject=fsync,fdatasync:delay_enter=${milliseconds * 1_000}`],
  ]

  it.each([
    [30, 'warning'],
    [150, 'error'],
  ])('%i ms, is found by what each write takes', async (milliseconds, level) => {
    const dataDir = temporaryFolder()
    const [line = '', ...more] = about(await foundAt(dataDir, { by: slow(milliseconds) }), 'disk.sync')
    const [, taken] =
      new RegExp(`^${level} disk\\.sync: A write to ${dataDir} takes up to (\\d+) ms`).exec(line) ?? []
    expect(more).toEqual([])
    expect(Number(taken)).toBeGreaterThanOrEqual(milliseconds)
  })
})

const canMount = (): boolean => asRoot && spawnSync('unshare', ['--mount', 'true']).status === 0
const noMount = notLinux ?? skipReason(canMount(), 'only root can put a file in the place of /proc/stat')

describe.skipIf(noMount !== null)(
  withSkipReason('processor time that a host takes, as the kernel would count it', noMount),
  () => {
    /** Ticks as of 100 a second since now, in the format of the kernel, with the same share stolen at every moment. */
    const countStolen = (file: string, share: number): (() => void) => {
      const handle = openSync(file, 'w')
      const begun = performance.now()
      const count = (ticks: number): string => String(Math.round(ticks)).padStart(9, '0')
      const write = (): void => {
        const all = 1_000_000 + (performance.now() - begun) / 10
        const rest = [count(all * (1 - share)), '0', '0', '0', '0', '0', '0', count(all * share), '0', '0']
        // As long as before, so that no reader sees a part of it.
        writeSync(handle, `cpu  ${rest.join(' ')}\n`, 0)
      }
      write()
      const timer = setInterval(write, 20)
      return () => {
        clearInterval(timer)
        closeSync(handle)
      }
    }

    it.each([
      [0.3, 'error place.stolen: The host took 30 % of the processor time for others.'],
      [0.1, 'warning place.stolen: The host took 10 % of the processor time for others.'],
      [0.01, null],
    ])('a share of %d, read from a file in the place of /proc/stat', async (share, expected) => {
      const folder = temporaryFolder()
      const file = path.join(folder, 'stat')
      onTestFinished(countStolen(file, share))
      const found = await foundAt(temporaryFolder(), {
        by: ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /proc/stat && exec "$@"', file],
      })
      expect(about(found, 'place.stolen')).toEqual(expected === null ? [] : [expected])
    })
  },
)
