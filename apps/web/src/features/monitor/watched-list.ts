import { begin, type LongList, missingIn, newsIn, type Piece, put, renew } from './long-list.ts'

export type Asked<Row> = {
  rows: readonly Row[] /** Null where the server does not count. */
  total: number | null
}

export type Ask<Row> = (page: { skip: number; to: number; signal: AbortSignal }) => Promise<Asked<Row>>

type Needs = { now: () => number }

export type WatchedState<Row> =
  | { kind: 'waiting' }
  | { kind: 'failed'; error: unknown }
  /** The server does not count, so that there are only pages. */
  | { kind: 'plain' }
  | {
      kind: 'there'
      list: LongList<Row>
      /** What has come and is not shown yet. */
      news: number
      /** The last look failed; what is shown is older. */
      stale: boolean
    }

/** A list that is read as far as it is looked at, and asked anew when something has happened. */
export const createWatchedList = <Row>({ now }: Needs) => {
  let ask: Ask<Row> = () => Promise.reject(new Error('not opened'))
  let state: WatchedState<Row> = { kind: 'waiting' }
  let life = new AbortController()
  /** What is on its way, so that nothing is asked for twice. */
  let underWay = new Set<number>()
  let held: { newest: Piece<Row>; to: number } | null = null
  const listeners = new Set<() => void>()
  const become = (next: WatchedState<Row>): void => {
    state = next
    for (const changed of listeners) changed()
  }
  /** The moment includes the millisecond that runs. */
  const moment = (): number => now() + 1

  /** Begins anew, with other questions unless they are the same. */
  const open = async (next: Ask<Row> = ask): Promise<void> => {
    ask = next
    life.abort()
    const { signal } = (life = new AbortController())
    underWay = new Set()
    held = null
    become({ kind: 'waiting' })
    const to = moment()
    try {
      const { rows, total } = await ask({ skip: 0, to, signal })
      if (signal.aborted) return
      if (total === null) become({ kind: 'plain' })
      else become({ kind: 'there', list: begin({ rows, total }, to), news: 0, stale: false })
    } catch (error) {
      if (!signal.aborted) become({ kind: 'failed', error })
    }
  }

  const fetchPage = async (skip: number): Promise<void> => {
    if (state.kind !== 'there' || underWay.has(skip)) return
    const { signal } = life
    const { to, grown } = state.list
    underWay.add(skip)
    try {
      const { rows } = await ask({ skip, to, signal })
      if (!signal.aborted && state.kind === 'there')
        become({ ...state, list: put(state.list, { skip, grown }, rows) })
    } catch {
      if (!signal.aborted && state.kind === 'there') become({ ...state, stale: true })
    } finally {
      underWay.delete(skip)
    }
  }

  const show = (): void => {
    if (held === null || state.kind !== 'there') return
    const { newest, to } = held
    held = null
    become({ ...state, list: renew(state.list, newest, to), news: 0, stale: false })
  }

  return {
    current: (): WatchedState<Row> => state,
    subscribe(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    open,
    close: (): void => life.abort(),
    /** Reads what of these rows has not been read. */
    reach(first: number, last: number): void {
      if (state.kind !== 'there') return
      for (const skip of missingIn(state.list, first, last)) void fetchPage(skip)
    },
    /** Asks for the newest page, and shows it at once or holds it until `show`. */
    async look(atOnce: boolean): Promise<void> {
      if (state.kind === 'failed') return open()
      if (state.kind !== 'there') return
      const { signal } = life
      const to = moment()
      try {
        const { rows, total } = await ask({ skip: 0, to, signal })
        if (signal.aborted || state.kind !== 'there' || total === null) return
        held = { newest: { rows, total }, to }
        if (atOnce) show()
        else become({ ...state, news: Math.max(0, newsIn(state.list, held.newest)), stale: false })
      } catch {
        if (!signal.aborted && state.kind === 'there') become({ ...state, stale: true })
      }
    },
    show,
  }
}
