import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { cookieOf, inTurn, logIn, post, register } from './client.ts'
import { databaseOf, isRunning, killNow, notLinux } from './database.ts'
import { launchServer, type Server, startServer, stopServer, temporaryFolder, usedDataDir } from './server.ts'

const rounds = byBreadth(1, 5, 25)
const writers = 8
const env = { PENNANT_DISABLERATELIMIT: 'true' }

async function kill({ program }: Server): Promise<void> {
  program.signal('SIGKILL')
  await program.ended
}

type Team = { id: number; name: string; captain: string }

async function write(
  site: string,
  round: number,
  acknowledged: { people: string[]; teams: Team[] },
): Promise<void> {
  const writer = async (lane: number): Promise<void> => {
    for (let count = 0; ; count++) {
      const name = `u${round}x${lane}x${count}`
      const registered = await register(site, name)
      expect(registered.status).toBe(200)
      acknowledged.people.push(name)
      const made = await post(`${site}/api/team`, { name: `of ${name}` }, cookieOf(registered))
      expect(made.status).toBe(200)
      const team = (await made.json()) as { id: number }
      acknowledged.teams.push({ id: team.id, name: `of ${name}`, captain: name })
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: writers }, (_, lane) => writer(lane)))
  for (const outcome of outcomes) {
    const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
    // `fetch` throws a TypeError when the server is gone; anything else is a wrong answer.
    if (!(reason instanceof TypeError)) throw reason
  }
}

describe.skipIf(notLinux)(withSkipReason('killing the built server', notLinux), () => {
  it('the next start takes over on its own, and ends the database that was left behind', async () => {
    const dataDir = usedDataDir()
    const first = await startServer({ dataDir, env })
    await register(first.site, 'somebody')
    await kill(first)
    const orphans = databaseOf(dataDir)
    expect(orphans.length).toBeGreaterThan(0)

    const second = await startServer({ dataDir, env })
    expect((await logIn(second.site, 'somebody')).status).toBe(200)
    expect(orphans.filter(isRunning)).toEqual([])
    await stopServer(second)
    expect(databaseOf(dataDir)).toEqual([])
  })

  it('together with its database, as a power cut does, loses nothing that was answered', async () => {
    const dataDir = usedDataDir()
    const first = await startServer({ dataDir, env })
    expect((await register(first.site, 'somebody')).status).toBe(200)
    const database = databaseOf(dataDir)
    expect(database.length).toBeGreaterThan(1)
    for (const pid of [first.program.pid, ...database]) killNow(pid)
    await first.program.ended

    const second = await startServer({ dataDir, env })
    expect((await logIn(second.site, 'somebody')).status).toBe(200)
  })

  it('during its very first start leaves nothing that a later start cannot repair', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    for (const waitMs of byBreadth([800], [200, 500, 800, 1_100, 1_400])) {
      const server = await launchServer({ dataDir, env })
      await Promise.race([new Promise((done) => setTimeout(done, waitMs)), server.program.says(/ready at/)])
      await kill(server)
    }
    const server = await startServer({ dataDir, env })
    expect((await register(server.site, 'somebody')).status).toBe(200)
  })

  it(`${rounds} times in a stream of writes loses nothing that was answered`, {
    timeout: 60_000 + rounds * 30_000,
  }, async () => {
    const dataDir = usedDataDir()
    const people: string[] = []
    const teams: Team[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServer({ dataDir, env })
      const before = people.length
      const writing = write(server.site, round, { people, teams })
      await expect.poll(() => people.length - before).toBeGreaterThan(writers)
      // Never at the same point of the work.
      await new Promise((done) => setTimeout(done, 50 + ((round * 137) % 400)))
      await kill(server)
      await writing
    }

    const server = await startServer({ dataDir, env })
    const admitted = await inTurn(people, async (name) => (await logIn(server.site, name)).status)
    expect(people.filter((_, index) => admitted[index] !== 200)).toEqual([])
    const found = await inTurn(teams, async ({ id }) => {
      const answer = await fetch(`${server.site}/api/team/${id}`)
      return (await answer.json()) as { name?: string; members?: { userName: string }[] }
    })
    expect(found.map(({ name }) => name)).toEqual(teams.map(({ name }) => name))
    expect(found.map(({ members }) => members?.map(({ userName }) => userName))).toEqual(
      teams.map(({ captain }) => [captain]),
    )
    await stopServer(server)
  })
})
