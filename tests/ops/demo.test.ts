import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { dockerMissing, type TestDocker } from '../kit/docker.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { cookieOf, logIn } from './client.ts'
import { notLinux } from './database.ts'
import { callOk } from './game.ts'
import { openDocker } from './instance.ts'
import { launchServer, plainEnvironment, project, stopServer, temporaryFolder } from './server.ts'

const noDocker = notLinux ?? dockerMissing()
const run = promisify(execFile)

async function prepareImages({ uri }: TestDocker): Promise<string> {
  const script = `const { prepareImages } = await import('./demo/images.mjs')
    await prepareImages({ env: process.env, say: console.log })`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: project,
    env: plainEnvironment({ PENNANT_CONTAINERPROVIDER__DOCKERCONFIG__URI: uri }),
  })
  return stdout
}

const playersReach = ({ uri, remoteUri }: TestDocker): NodeJS.ProcessEnv => ({
  PENNANT_CONTAINERPROVIDER__TYPE: 'Auto',
  PENNANT_CONTAINERPROVIDER__DOCKERCONFIG__URI: uri,
  PENNANT_CONTAINERPROVIDER__PUBLICENTRY: new URL(remoteUri).hostname,
})

async function expectSolvable(site: string, gameId: number, login?: RegExpMatchArray): Promise<void> {
  const admin = cookieOf(await logIn(site, login?.[1] ?? '', login?.[2]))
  const all = `${site}/api/edit/games/${gameId}/challenges`
  const challenges = await callOk<{ id: number; title: string }[]>('GET', all, admin)
  for (const [title, folder, flag] of [
    ["The Chandler's Ledger", 'pwn/chandler', 'flag{the_page_was_32_bits_wide_'],
    ['Berth Preferences', 'web/berth-preferences', 'flag{we_all_inherit_something_'],
  ] as const) {
    const id = challenges.find((one) => one.title === title)?.id
    const { entry } = await callOk<{ entry: string }>('POST', `${all}/${id}/container`, admin)
    const program = path.join(project, 'demo/challenges', folder, 'solve.mjs')
    const { stdout } = await run(process.execPath, [program, entry])
    expect(stdout).toContain(flag)
  }
}

const patienceMs = 400_000

const jsonOf = async <T>(answer: Response): Promise<T> => (await answer.json()) as T

describe.skipIf(notLinux)(withSkipReason('the sample event', notLinux), () => {
  it(
    'has been going on for hours, lets its people log in, and is still there the next day',
    async () => {
      const docker = noDocker === null ? await openDocker([]) : null
      if (docker !== null)
        expect(await prepareImages(docker)).toMatch(/^Docker is here: .* can be started\.$/m)
      const options = {
        dataDir: path.join(temporaryFolder(), 'data'),
        command: [process.execPath, path.join(project, 'demo/start.mjs')] satisfies [string, string],
        env: { PENNANT_LOGLEVEL: 'warn' },
      }
      const server = await launchServer({
        ...options,
        env: { ...options.env, ...(docker === null ? {} : playersReach(docker)) },
      })
      await server.program.says(/Pennant is ready at/, patienceMs)
      const logins = [...server.program.output().matchAll(/^ {2}(\w+) \/ (\S+) {3}/gm)]
      expect(logins.map(([, name]) => name).slice(0, 2)).toEqual(['Admin', 'lighthouse'])
      expect(logins).toHaveLength(3)
      for (const [, userName, password] of logins) {
        const answer = await fetch(`${server.site}/api/account/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ userName, password }),
        })
        expect(answer.status).toBe(200)
      }

      const [game] = await jsonOf<{ id: number; title: string; start: number; end: number }[]>(
        await fetch(`${server.site}/api/game/recent`),
      )
      expect(game?.title).toBe('Harbour Lights CTF')
      const hours = (Date.now() - (game?.start ?? 0)) / 3_600_000
      expect(hours).toBeGreaterThan(18)
      expect(((game?.end ?? 0) - Date.now()) / 3_600_000).toBeGreaterThan(24)
      const board = await jsonOf<Scoreboard>(await fetch(`${server.site}/api/game/${game?.id}/scoreboard`))
      expect(board.items).toHaveLength(60)
      expect(board.challengeCount).toBe(24)
      expect(board.items[0]?.solvedCount).toBeGreaterThan(10)
      expect(board.items.every(({ avatar }) => avatar !== null)).toBe(true)
      expect(await jsonOf<unknown[]>(await fetch(`${server.site}/api/posts`))).toHaveLength(4)
      if (docker !== null) await expectSolvable(server.site, game?.id ?? 0, logins[0])
      await stopServer(server)

      const again = await launchServer(options)
      await again.program.says(/Pennant is ready at/, patienceMs)
      for (const [line] of logins) expect(again.program.output()).toContain(line.trim())
      const later = await jsonOf<Scoreboard>(await fetch(`${again.site}/api/game/${game?.id}/scoreboard`))
      expect(later.items).toEqual(board.items)
    },
    patienceMs + 100_000,
  )
})
