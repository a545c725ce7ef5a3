import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'
import type { SubmitJob, SubmitPlayer, SubmitResult } from './submit-job.ts'
import { serve } from './worker.ts'

const rightOf = 10

const createSheet = ({ wrong, right }: SubmitPlayer, index: number) => {
  let sent = index
  let given = 0
  return {
    next(): string {
      if (sent++ % rightOf !== 0) return wrong[sent % wrong.length] ?? ''
      const answer = right[given++]
      // With wrong answers alone, something else would be measured.
      if (answer === undefined) throw new Error('nothing is left to solve')
      return answer
    },
    given: (): number => given,
  }
}

type Seat = { connection: Connection; sheet: ReturnType<typeof createSheet> }

const submit = async ({ players, warmUpMs, measureMs }: SubmitJob): Promise<SubmitResult> => {
  const seats = await Promise.all(
    players.map(async (player, index) => ({
      connection: await openConnection(player.site, { keepBodies: true }),
      sheet: createSheet(player, index),
    })),
  )
  let phase: 'warm' | 'measured' | 'over' = 'warm'
  let wrong: string | undefined
  let lost = 0
  const latencies: number[] = []
  const ids: number[] = []

  const play = ({ connection, sheet }: Seat): Promise<void> =>
    new Promise((resolve) => {
      const again = (): void => {
        if (phase === 'over') return resolve()
        const sent = performance.now()
        connection.ask(sheet.next(), ({ status, head, bytes }) => {
          if (status === 200) {
            ids.push(Number(bytes.toString()))
            if (phase === 'measured') latencies.push(performance.now() - sent)
            return again()
          }
          if (status === 0) lost++
          else wrong = `${head}\n${bytes.toString()}`
          resolve()
        })
      }
      again()
    })

  const playing = seats.map(play)
  await wait(warmUpMs)
  const began = performance.now()
  phase = 'measured'
  await wait(measureMs)
  const tookMs = performance.now() - began
  phase = 'over'
  await Promise.all(playing)
  for (const { connection } of seats) connection.close()
  if (wrong !== undefined) throw new Error(`a flag was answered with ${wrong}`)
  return {
    perSecond: (latencies.length * 1000) / tookMs,
    latencies: Float64Array.from(latencies),
    ids: Float64Array.from(ids),
    given: seats.map(({ sheet }) => sheet.given()),
    lost,
  }
}

serve(submit)
