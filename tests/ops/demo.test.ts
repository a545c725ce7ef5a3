import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { titled } from '../kit/left-out.ts'
import { notLinux } from './database.ts'
import { launchServer, stopServer, temporaryFolder } from './server.ts'

/** Days of an event are played first. */
const patienceMs = 400_000

const jsonOf = async <T>(answer: Response): Promise<T> => (await answer.json()) as T

describe.skipIf(notLinux)(titled('the sample event', notLinux), () => {
  it(
    'has been going on for hours, lets its people log in, and is still there the next day',
    async () => {
      const options = {
        dataDir: path.join(temporaryFolder(), 'data'),
        env: { PENNANT_SAMPLEEVENT: 'true', PENNANT_LOGLEVEL: 'warn' },
      }
      const server = await launchServer(options)
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
      expect(Date.now()).toBeLessThan(game?.end ?? 0)
      const board = await jsonOf<Scoreboard>(await fetch(`${server.site}/api/game/${game?.id}/scoreboard`))
      expect(board.items).toHaveLength(60)
      expect(board.challengeCount).toBe(24)
      expect(board.items[0]?.solvedCount).toBeGreaterThan(10)
      expect(board.items.every(({ avatar }) => avatar !== null)).toBe(true)
      expect(await jsonOf<unknown[]>(await fetch(`${server.site}/api/posts`))).toHaveLength(4)
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
