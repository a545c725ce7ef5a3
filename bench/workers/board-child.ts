import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Site } from '@pennant/load/address'
import type { BoardJob, BoardResult } from './board-job.ts'
import { type Answer, askFor, type Connection, openConnection } from '@pennant/load/connection'
import { serve } from '@pennant/load/worker'

const atOnce = 64

type Known = { version: number; at: number }
type Read = { version: number; sentAt: number; ms: number; bytes: number }

const versionOf = ({ head }: Answer): number =>
  Number.parseInt(/^etag: W\/"\d+-[0-9A-F]+-([0-9A-F]+)"/im.exec(head)?.[1] ?? '', 16)

const bytesOf = ({ head }: Answer): number => Number(/^content-length: (\d+)/im.exec(head)?.[1])

const createPool = async (site: Site) => {
  const free = await Promise.all(Array.from({ length: atOnce }, () => openConnection(site)))
  const all = [...free]
  return {
    async ask(request: string): Promise<{ answer: Answer; sentAt: number; ms: number }> {
      const sentAt = performance.now()
      const connection: Connection = free.pop() ?? (await openConnection(site))
      const answer = await askFor(connection, request)
      free.push(connection)
      if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.head}`)
      return { answer, sentAt, ms: performance.now() - sentAt }
    },
    close: (): void => all.forEach((connection) => connection.close()),
  }
}

const play = async ({ site, database, gameId, solves, read, everyMs }: BoardJob): Promise<BoardResult> => {
  const ledger = new pg.Pool({ connectionString: database, max: 4 })
  const pool = await createPool(site)
  const known: Known[] = []
  const reads: Read[] = []
  const submissions: number[] = []

  const submit = async (request: string): Promise<void> => {
    submissions.push((await pool.ask(request)).ms)
    const at = performance.now()
    const { rows } = await ledger.query<{ version: string }>(
      'select solves as version from game_ledger where game_id = $1',
      [gameId],
    )
    known.push({ version: Number(rows[0]?.version), at })
  }
  const look = async (): Promise<void> => {
    const { answer, sentAt, ms } = await pool.ask(read)
    reads.push({ version: versionOf(answer), sentAt, ms, bytes: bytesOf(answer) })
  }

  await look()
  reads.length = 0
  const began = performance.now()
  const running: Promise<void>[] = []
  for (const [each, request] of solves.entries()) {
    await wait(Math.max(0, began + each * everyMs - performance.now()))
    running.push(submit(request), look())
  }
  await Promise.all(running)
  pool.close()
  await ledger.end()

  const ageOf = ({ version, sentAt }: Read): number => {
    const newer = known.filter((one) => one.version > version).map(({ at }) => at)
    return Math.max(0, sentAt - Math.min(...newer))
  }
  return {
    submissions: Float64Array.from(submissions),
    reads: Float64Array.from(reads, ({ ms }) => ms),
    ages: Float64Array.from(reads, ageOf),
    bytes: Math.max(...reads.map(({ bytes }) => bytes)),
  }
}

serve(play)
