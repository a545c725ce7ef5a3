import { answerTo, type Budgets, compare, copyOf, findingsOf, headerOf, type Sides } from './beside-bare.ts'
import { createEvent } from './event/create-event.ts'
import { type EventSize, sizes } from './event/size.ts'
import { loadEvent } from './loader/load-event.ts'
import type { Finding } from './scenario.ts'
import { asVisitor } from '@pennant/load/address'
import { getRequest } from '@pennant/load/request'

const visitors = 20_000
const day = 86_400_000

type Form = { what: string; headers: Record<string, string>; conditional?: boolean; measureMs: number }

const forms = (measureMs: number): Form[] => [
  { what: 'plain', headers: {}, measureMs },
  { what: 'gzip', headers: { 'accept-encoding': 'gzip' }, measureMs: 400 },
  { what: 'br', headers: { 'accept-encoding': 'gzip, br' }, measureMs: 400 },
  { what: '304', headers: { 'accept-encoding': 'gzip, br' }, conditional: true, measureMs: 400 },
]

/** Of a proxy that encrypts, fewer answers come in the same time. */
const proxiedForTimes = 3

type Board = { what: string; plainMs: number; path: string }

/** Of events that are over, so that they don't change. */
export const loadBoards = async (url: string): Promise<Board[]> => {
  const load = async (what: string, size: EventSize, plainMs: number): Promise<Board> => {
    const event = createEvent({ size, start: Date.now() - 2 * day })
    const { gameId } = await loadEvent(url, event)
    return { what, plainMs, path: `/api/game/${gameId}/scoreboard` }
  }
  return [await load('M', sizes.M, 500), await load('L', sizes.L, 800)]
}

type Reading = {
  who?: string
  boards: readonly Board[]
  budgets: { full: Budgets; fresh: Budgets }
  isCopied?: (header: string) => boolean
}

/** Through a proxy, each request is that of another visitor. */
export const readBoards = async (
  sides: Sides,
  { who, boards, budgets, isCopied }: Reading,
): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const { what, plainMs, path } of boards)
    for (const form of forms(plainMs)) {
      const { site } = sides.ours
      const full = getRequest(path, { headers: form.headers })
      const etag = headerOf(await answerTo(site, full), 'etag') ?? ''
      const request =
        form.conditional === true
          ? getRequest(path, { headers: { ...form.headers, 'if-none-match': etag } })
          : full
      const copy = copyOf(await answerTo(site, request), isCopied)
      await sides.bare.prepare([copy])
      const requests = site.secure
        ? Array.from({ length: visitors }, (_, visitor) => asVisitor(request, visitor))
        : [request]
      const measureMs = form.measureMs * (site.secure ? proxiedForTimes : 1)
      const load = { requests, expected: copy.status, measureMs }
      const name = `${what} ${form.what} (${Math.ceil(copy.body.length / 1024)} KiB)`
      const budget = form.conditional === true ? budgets.fresh : budgets.full
      found.push(
        ...findingsOf(who === undefined ? name : `${who}, ${name}`, await compare(sides, load), budget),
      )
    }
  return found
}
