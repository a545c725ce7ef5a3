import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../bench/event/random.ts'
import { databaseOf, killNow } from '../ops/database.ts'
import { launchServer, type Server, startServer } from '../ops/server.ts'
import type { Killing } from './plan.ts'

export const killServer = async ({ program }: Server): Promise<void> => {
  program.signal('SIGKILL')
  await program.ended
}

/** Like a power cut, of as many processes as there are. */
const killWithDatabase = async ({ program }: Server, dataDir: string): Promise<void> => {
  for (const pid of [program.pid, ...databaseOf(dataDir)]) killNow(pid)
  await program.ended
}

/** What is killed, and what it is called in the record. */
export const endServer = async (server: Server, dataDir: string, random: Random): Promise<string> => {
  if (random.next() < 0.4) {
    await killWithDatabase(server, dataDir)
    return 'power'
  }
  await killServer(server)
  return 'server'
}

const longestStartMs = 1_800
const startKilled = 0.25

type Place = { dataDir: string; env: NodeJS.ProcessEnv }

/** Some starts are killed, too: recovery has to survive what it recovers from. */
export const startAgain = async (
  { dataDir, env }: Place,
  { random, left, note }: Killing,
  share = startKilled,
): Promise<Server> => {
  while (left() > 0 && random.next() < share) {
    const server = await launchServer({ dataDir, env })
    const at = random.below(longestStartMs)
    await Promise.race([wait(at), server.program.ended])
    note({ at, what: `start-${await endServer(server, dataDir, random)}` })
  }
  return startServer({ dataDir, env })
}
