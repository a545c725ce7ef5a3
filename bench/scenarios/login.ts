import pg from 'pg'
import { loadEvent } from '../loader/load-event.ts'
import { model } from '../loader/people.ts'
import { median, milliseconds, percentile } from '../measure.ts'
import { withPostgres } from '../postgres.ts'
import { createRunningEvent } from '../running-event.ts'
import { ownWorkers, type Scenario } from '../scenario.ts'
import { withServers } from '../servers.ts'
import type { HashJob } from '../workers/hash-child.ts'
import type { ReadJob, ReadResult } from '@pennant/load/read-job'
import { postRequest } from '@pennant/load/request'
import { spawnWorker } from '@pennant/load/worker'

const rounds = 5
const atOnce = 32
const measureMs = 3_000
const budget = { rate: 0.85, stretch: 0.9 }

export const login: Scenario = {
  name: 'login',
  says: `players log in over ${atOnce} connections, each after the one before`,
  run: () =>
    withPostgres(({ url }) =>
      withServers({ database: url }, async ([server]) => {
        if (server === undefined) throw new Error('no server')
        const loaded = await loadEvent(url, createRunningEvent())
        const requests = loaded.event.users.map((_, user) =>
          postRequest('/api/account/login', { userName: loaded.userName(user), password: model.password }),
        )
        const client = spawnWorker<ReadJob, ReadResult>('read')
        const hasher = spawnWorker<HashJob, number>('hash', ownWorkers)
        try {
          const hash = await storedHash(url)
          const ours: ReadResult[] = []
          const bare: number[] = []
          for (let round = 0; round < rounds; round++) {
            bare.push(await hasher.do({ hash, password: model.password, atOnce, forMs: measureMs }))
            const job = { site: server.site, connections: atOnce, requests, expected: 200 }
            ours.push(await client.do({ ...job, warmUpMs: 500, measureMs }))
          }
          const ratio = median(ours.map(({ perSecond }, round) => perSecond / (bare[round] ?? Number.NaN)))
          const p99 = median(ours.map(({ latencies }) => percentile(latencies, 0.99)))
          return [
            {
              what: 'logins',
              figure: `${median(ours.map(({ perSecond }) => perSecond)).toFixed(0)} a second, p99 ${milliseconds(p99)}`,
              yardstick: `the hash alone ${median(bare).toFixed(0)} a second`,
              ratio,
              budget: `at least ${budget.rate} ×, stretch ${budget.stretch} ×`,
              met: ratio >= budget.rate,
            },
          ]
        } finally {
          await client.leave()
          await hasher.leave()
        }
      }),
    ),
}

const storedHash = async (url: string): Promise<string> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ hash: string }>(
      'select password_hash as hash from "user" where name = $1',
      [model.userName],
    )
    return rows[0]?.hash ?? ''
  } finally {
    await client.end()
  }
}
