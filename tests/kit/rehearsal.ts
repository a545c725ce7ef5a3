import type { RehearsalCast, RehearsalReport, Rehearsals, RehearsalState } from '@pennant/contract/rehearsal'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { Person, World } from './world.ts'

/** Only one can run at a time. */
export const endRehearsal = async (admin: Client): Promise<void> => {
  const { running } = (await admin.get<Rehearsals>('/api/rehearsal')).body
  if (running !== null) await admin.post(`/api/rehearsal/${running.id}/end`, { outcome: null })
}

export const newRehearsal = async (admin: Client, duringGame: string | null = null): Promise<string> => {
  await endRehearsal(admin)
  const answer = await admin.post<RehearsalState>('/api/rehearsal', { teams: 1, duringGame })
  if (answer.status !== 200) throw new Error(answer.text)
  await castOf(admin, answer.body.id)
  return answer.body.id
}

/** Once it is created. */
const castOf = async (admin: Client, id: string): Promise<RehearsalCast> => {
  const found: RehearsalCast[] = []
  await expect
    .poll(
      async () => {
        const answer = await admin.get<{ cast: RehearsalCast | null }>(`/api/rehearsal/${id}/cast`)
        if (answer.status !== 200) throw new Error(answer.text)
        return found.push(...(answer.body.cast === null ? [] : [answer.body.cast]))
      },
      // Limits count it.
      { interval: 100 },
    )
    .toBeGreaterThan(0)
  const [cast] = found
  if (cast === undefined) throw new Error('there is no cast')
  return cast
}

/** As the leader does every minute. */
export const sweep = async ({ app }: World): Promise<void> => {
  const job = app.jobs.find(({ name }) => name === 'rehearsals')
  await job?.run(new AbortController().signal)
}

export const callerOf = ({ id, userName }: Person) => ({
  principal: { sessionId: id, userId: id, userName, role: 'Admin' as const },
  ...{ address: null, requestId: 'test' },
})

/** Holds up what passes it, until it's open. */
export const createGate = () => {
  let arrive = (): void => undefined
  let open = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    reached,
    open: (): void => open(),
    pass(): Promise<void> {
      arrive()
      return opened
    },
  }
}

type Ended = { left: string[]; report: RehearsalReport | null }

export const begin = async (admin: Client, plan: object = {}): Promise<RehearsalCast> => {
  const answer = await admin.post<RehearsalState>('/api/rehearsal', { teams: 2, ...plan })
  expect(answer.status, answer.text).toBe(200)
  return castOf(admin, answer.body.id)
}
export const end = async (
  admin: Client,
  { id }: { id: string },
  outcome: object | null = null,
): Promise<Ended> => {
  const answer = await admin.post<Ended>(`/api/rehearsal/${id}/end`, { outcome })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
export const read = async (admin: Client): Promise<Rehearsals> =>
  (await admin.get<Rehearsals>('/api/rehearsal')).body

// What goes on without a rehearsal, too, or is meant to stay.
const apart = ['audit', 'job_run', 'log', 'process', 'rehearsal', 'setting']

export const dump = async ({ db }: World): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1
  `.execute(db)
  const tables = new Map<string, string>()
  for (const { name } of rows.filter((row) => !apart.includes(row.name))) {
    const found = await sql<{
      text: string
    }>`select (to_jsonb(t) - 'visited_at')::text as text from ${sql.table(name)} t order by 1`.execute(db)
    tables.set(name, found.rows.map(({ text }) => text).join('\n'))
  }
  return tables
}
