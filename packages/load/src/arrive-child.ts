import { setTimeout as wait } from 'node:timers/promises'
import type WebSocket from 'ws'
import type { Arrival, ArriveJob, ArriveResult } from './arrive-job.ts'
import { type Answer, askFor, openConnection } from './connection.ts'
import { openHub } from './hub.ts'
import { getRequest, postRequest } from './request.ts'
import { serve } from './worker.ts'

serve(async ({ site, everyMs, gameId, people }: ArriveJob): Promise<ArriveResult> => {
  const latencies: number[] = []
  const refused: string[] = []
  const hubs: WebSocket[] = []
  let slowest = { ms: 0, what: '' }

  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    const ms = performance.now() - began
    latencies.push(ms)
    if (ms > slowest.ms) slowest = { ms, what }
    return result
  }

  const arrive = async ({ headers, before, who, after }: Arrival): Promise<void> => {
    const connection = await openConnection(site)
    const ask = async (what: string, request: string): Promise<Answer> => {
      const answer = await timed(what, () => askFor(connection, request))
      if (answer.status !== 200) refused.push(`${answer.status} ${what}`)
      return answer
    }
    for (const path of before) await ask(path, getRequest(path, { headers }))
    const cookie = 'cookie' in who ? who.cookie : cookieIn(await ask('login', loginOf(who, headers)))
    for (const path of after) await ask(path, getRequest(path, { headers, cookie }))
    connection.close()
    await timed('hub', () => openHub(site, gameId, { ...headers, cookie })).then(
      (hub) => hubs.push(hub),
      (error: unknown) => refused.push(`${statusIn(error)} hub`),
    )
  }

  const began = performance.now()
  await Promise.all(
    people.map(async (person, index) => {
      await wait(Math.max(0, began + index * everyMs - performance.now()))
      await arrive(person)
    }),
  )
  const connected = hubs.filter(({ readyState, OPEN }) => readyState === OPEN).length
  for (const hub of hubs) hub.terminate()
  return { latencies: Float64Array.from(latencies), slowest, refused, connected }
})

const loginOf = (who: { userName: string; password: string }, headers: Record<string, string>): string =>
  postRequest('/api/account/login', who, { headers })

const cookieIn = ({ head }: Answer): string =>
  /\r\nset-cookie: ((?:__Host-)?pennant_session=[^;\r]+)/i.exec(head)?.[1] ?? ''

const statusIn = (error: unknown): string =>
  /Unexpected server response: (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? '0'
