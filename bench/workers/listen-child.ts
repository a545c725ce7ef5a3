import WebSocket from 'ws'
import { moment } from '../measure.ts'
import { serve } from './worker.ts'

export type Solve = { version: number; sentAt: number }

export type ListenJob =
  | { kind: 'open'; ports: readonly number[]; gameId: number; count: number }
  | { kind: 'report'; solves: readonly Solve[] }

/** In milliseconds, for every watcher and solve; infinite for one that never arrived. */
export type ListenResult = Float64Array

const separator = '\u001e'
const openedAtOnce = 50

type Heard = { version: number; at: number }
type Message = { target?: string; arguments?: { version: number }[] }

const watch = async (port: number, gameId: number): Promise<readonly Heard[]> => {
  const heard: Heard[] = []
  const socket = new WebSocket(`ws://127.0.0.1:${port}/hub/user?game=${gameId}`, { perMessageDeflate: false })
  await new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(`{"protocol":"json","version":1}${separator}`))
    socket.once('message', resolve)
  })
  socket.on('message', (data: Buffer) => {
    const at = moment()
    for (const record of data.toString().split(separator)) {
      if (!record.includes('ReceivedScoreboardVersion')) continue
      const version = (JSON.parse(record) as Message).arguments?.[0]?.version
      if (version !== undefined) heard.push({ version, at })
    }
  })
  return heard
}

const watchers: (readonly Heard[])[] = []

const delayOf = (heard: readonly Heard[], { version, sentAt }: Solve): number => {
  const told = heard.find((one) => one.version >= version)
  return told === undefined ? Number.POSITIVE_INFINITY : told.at - sentAt
}

serve(async (job: ListenJob): Promise<ListenResult> => {
  if (job.kind === 'report')
    return Float64Array.from(watchers.flatMap((heard) => job.solves.map((solve) => delayOf(heard, solve))))
  const portOf = (index: number): number => job.ports[index % job.ports.length] ?? 0
  for (let index = 0; index < job.count; index += openedAtOnce) {
    const some = Array.from({ length: Math.min(openedAtOnce, job.count - index) }, (_, each) =>
      watch(portOf(index + each), job.gameId),
    )
    watchers.push(...(await Promise.all(some)))
  }
  return new Float64Array()
})
