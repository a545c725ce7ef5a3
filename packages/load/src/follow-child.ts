import { askAfterMs, restMsOf } from '@pennant/contract/board-pace'
import { addressOf, type Site } from './address.ts'
import { moment } from './clock.ts'
import { askFor, openConnection } from './connection.ts'
import { openHub, separator } from './hub.ts'
import type { Solve } from './listen-child.ts'
import { getRequest } from './request.ts'
import { serve } from './worker.ts'

/** With `changes`, what has changed since the board that is held; otherwise whole boards, as compatible clients do. */
export type FollowJob =
  | {
      kind: 'open'
      sites: readonly Site[]
      gameId: number
      count: number
      changes: boolean
      /** The number of the first. Each says that a proxy has seen it at an address of its own. */
      first?: number
    }
  | { kind: 'begin' }
  /** Lets go of what has been shown, except the last. */
  | { kind: 'forget' }
  /** So many lose their live updates, and come back as clients do. */
  | { kind: 'reconnect'; count: number }
  | { kind: 'report'; solves: readonly Solve[] }

export type Followed = {
  /** In milliseconds, for every watcher and solve; infinite for one that was never shown. */
  delays: Float64Array
  /** Heads included, since `begin`. */
  hubBytes: number
  answerBytes: number
  answers: number
  wholes: number
}

const openedAtOnce = 50
const frameBytes = 4
const headers = { 'accept-encoding': 'gzip, br' }

type Shown = { version: number; at: number }
type Message = { arguments?: { version: number; spreadMs?: number }[] }

type Watcher = { shown: Shown[]; reconnect(): Promise<void> }

const counted = { hubBytes: 0, answerBytes: 0, answers: 0, wholes: 0 }
const watchers: Watcher[] = []
let reconnected = 0

const versionIn = (head: string): number =>
  Number.parseInt(/\r\netag: W\/"\d+-[0-9A-F]+-([0-9A-F]+)/i.exec(head)?.[1] ?? '0', 16)

type Following = { site: Site; gameId: number; changes: boolean; visitor: number | undefined }

const follow = async ({ site, gameId, changes, visitor }: Following): Promise<Watcher> => {
  const from: Record<string, string> = visitor === undefined ? {} : { 'x-forwarded-for': addressOf(visitor) }
  const shown: Shown[] = []
  let connection = await openConnection(site, { keepBodies: true })
  const path = `/api/game/${gameId}/scoreboard`
  let held = 0
  let newest = 0
  let spreadMs: number | undefined
  let restsUntil = 0
  let timer: NodeJS.Timeout | undefined

  const read = async (isWhole: boolean): Promise<void> => {
    const asked = isWhole ? path : `${path}/changes?since=${held}`
    const request = getRequest(asked, { headers: { ...headers, ...from } })
    // The server closes those that have been silent for long.
    if (!connection.isOpen) connection = await openConnection(site, { keepBodies: true })
    const { head, bytes } = await askFor(connection, request)
    counted.answers++
    counted.answerBytes += head.length + bytes.length + 2
    if (isWhole) counted.wholes++
    else if (!head.includes('content-encoding') && !bytes.includes('"changes"')) return read(true)
    held = versionIn(head)
    shown.push({ version: held, at: moment() })
  }
  const schedule = (): void => {
    timer ??= setTimeout(() => void ask(), askAfterMs(restsUntil - moment(), spreadMs))
  }
  const ask = async (): Promise<void> => {
    restsUntil = moment() + restMsOf(spreadMs)
    await read(!changes)
    timer = undefined
    if (held < newest) schedule()
  }

  const hear = (data: Buffer): void => {
    counted.hubBytes += data.length + frameBytes
    for (const record of data.toString().split(separator)) {
      if (!record.includes('ReceivedScoreboardVersion')) continue
      const told = (JSON.parse(record) as Message).arguments?.[0]
      if (told === undefined) continue
      newest = told.version
      if (changes) ({ spreadMs } = told)
      if (held < newest) schedule()
    }
  }

  await read(true)
  let socket = (await openHub(site, gameId, from)).on('message', hear)
  return {
    shown,
    async reconnect() {
      socket.terminate()
      socket = (await openHub(site, gameId, from)).on('message', hear)
      // What was told meanwhile is unknown.
      schedule()
    },
  }
}

const delayOf = ({ shown }: Watcher, { version, sentAt }: Solve): number =>
  (shown.find((one) => one.version >= version)?.at ?? Number.POSITIVE_INFINITY) - sentAt

serve(async (job: FollowJob): Promise<Followed> => {
  if (job.kind === 'begin') Object.assign(counted, { hubBytes: 0, answerBytes: 0, answers: 0, wholes: 0 })
  if (job.kind === 'open')
    for (let index = 0; index < job.count; index += openedAtOnce) {
      const some = Array.from({ length: Math.min(openedAtOnce, job.count - index) }, (_, each) =>
        follow({
          site: job.sites[(index + each) % job.sites.length] ?? { port: 0, secure: false },
          gameId: job.gameId,
          changes: job.changes,
          visitor: job.first === undefined ? undefined : job.first + index + each,
        }),
      )
      watchers.push(...(await Promise.all(some)))
    }
  if (job.kind === 'forget') for (const { shown } of watchers) shown.splice(0, shown.length - 1)
  if (job.kind === 'reconnect')
    for (let each = 0; each < job.count; each++) await watchers[reconnected++ % watchers.length]?.reconnect()
  const solves = job.kind === 'report' ? job.solves : []
  const delays = watchers.flatMap((watcher) => solves.map((solve) => delayOf(watcher, solve)))
  return { ...counted, delays: Float64Array.from(delays) }
})
