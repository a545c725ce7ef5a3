import { setTimeout as wait } from 'node:timers/promises'
import { withDataFolder } from '../data-folder.ts'
import { mebibytes } from '../measure.ts'
import type { Scenario } from '../scenario.ts'
import { startServer } from '../server-process.ts'

const mib = 1_048_576
const budgets = { afterStart: 180 * mib, afterVisits: 400 * mib }
const people = 300
const atOnce = 32

const visit = async (origin: string, number: number): Promise<void> => {
  const json = { 'content-type': 'application/json' }
  const account = {
    userName: `player${number}`,
    password: 'Passw0rd',
    email: `player${number}@players.example`,
  }
  await call(`${origin}/api/account/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  })
  const login = await call(`${origin}/api/account/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const path of [
    '/api/config',
    '/api/captcha',
    '/api/account/profile',
    '/api/posts/latest',
    '/api/team',
  ])
    await call(origin + path, { headers: { cookie } })
}

const call = async (url: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url} answered ${answer.status}`)
  return answer
}

export const idle: Scenario = {
  name: 'idle',
  says: 'resident memory of the server process after a start, and after people have come in',
  run: () =>
    withDataFolder(async (data) => {
      const server = await startServer(data)
      await wait(2_000)
      const afterStart = await server.residentBytes()
      let next = 0
      const worker = async (): Promise<void> => {
        while (next < people) await visit(server.origin, next++)
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      await wait(2_000)
      const afterVisits = await server.residentBytes()
      await server.stop()
      return [
        {
          what: 'after the start',
          figure: mebibytes(afterStart),
          budget: `under ${mebibytes(budgets.afterStart)}`,
          met: afterStart < budgets.afterStart,
          cost: { value: afterStart / mib, unit: 'MiB' },
        },
        {
          what: `after ${people} people registered, logged in and looked around, ${atOnce} at a time`,
          figure: mebibytes(afterVisits),
          budget: `under ${mebibytes(budgets.afterVisits)}`,
          met: afterVisits < budgets.afterVisits,
          cost: { value: afterVisits / mib, unit: 'MiB' },
        },
      ]
    }),
}
