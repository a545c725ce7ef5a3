import { moment } from './clock.ts'
import { addressOf, comingFrom, type Site } from './address.ts'
import { openHub, separator } from './hub.ts'
import { serve } from './worker.ts'

export type Solve = { version: number; sentAt: number }

export type ListenJob =
  | { kind: 'open'; sites: readonly Site[]; gameId: number; first: number; count: number }
  | { kind: 'report'; solves: readonly Solve[] }

/** In milliseconds, for every watcher and solve; infinite for one that never arrived. */
export type ListenResult = Float64Array

const openedAtOnce = 50

type Heard = { version: number; at: number }
type Message = { target?: string; arguments?: { version: number }[] }

const watch = async (site: Site, gameId: number, visitor: number): Promise<readonly Heard[]> => {
  const heard: Heard[] = []
  const socket = await openHub(site, gameId, site.secure ? comingFrom(addressOf(visitor)) : {})
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
  const siteOf = (index: number): Site => job.sites[index % job.sites.length] ?? { port: 0, secure: false }
  for (let index = 0; index < job.count; index += openedAtOnce) {
    const some = Array.from({ length: Math.min(openedAtOnce, job.count - index) }, (_, each) =>
      watch(siteOf(index + each), job.gameId, job.first + index + each),
    )
    watchers.push(...(await Promise.all(some)))
  }
  return new Float64Array()
})
