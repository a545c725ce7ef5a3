import {
  startList,
  type LongList,
  missingPages,
  newRowsIn,
  type RowPage,
  insertPage,
  refreshList,
} from './long-list.ts'

export type Asked<Row> = {
  rows: readonly Row[]
  /** Null if the server doesn't count. */
  total: number | null
}

export type Ask<Row> = (page: { skip: number; to: number; signal: AbortSignal }) => Promise<Asked<Row>>

type Needs = { now: () => number }

export type WatchedState<Row> =
  | { kind: 'waiting' }
  | { kind: 'failed'; error: unknown }
  /** The server doesn't count, so there are only pages. */
  | { kind: 'plain' }
  | {
      kind: 'there'
      list: LongList<Row>
      news: number
      /** The last request failed, so what is shown is older. */
      stale: boolean
    }

export const createWatchedList = <Row>({ now }: Needs) => {
  let ask: Ask<Row> = () => Promise.reject(new Error('not opened'))
  let state: WatchedState<Row> = { kind: 'waiting' }
  let life = new AbortController()
  let underWay = new Set<number>()
  let held: { newest: RowPage<Row>; to: number } | null = null
  const listeners = new Set<() => void>()
  const become = (next: WatchedState<Row>): void => {
    state = next
    for (const changed of listeners) changed()
  }
  // Includes the running millisecond.
  const moment = (): number => now() + 1

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
      else become({ kind: 'there', list: startList({ rows, total }, to), news: 0, stale: false })
    } catch (error) {
      if (!signal.aborted) become({ kind: 'failed', error })
    }
  }

  const fetchPage = async (skip: number): Promise<void> => {
    if (state.kind !== 'there' || underWay.has(skip)) return
    const { signal } = life
    const { to, prepended } = state.list
    underWay.add(skip)
    try {
      const { rows } = await ask({ skip, to, signal })
      if (!signal.aborted && state.kind === 'there')
        become({ ...state, list: insertPage(state.list, { skip, prepended }, rows) })
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
    become({ ...state, list: refreshList(state.list, newest, to), news: 0, stale: false })
  }

  return {
    current: (): WatchedState<Row> => state,
    subscribe(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    open,
    close: (): void => life.abort(),
    reach(first: number, last: number): void {
      if (state.kind !== 'there') return
      for (const skip of missingPages(state.list, first, last)) void fetchPage(skip)
    },
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
        else become({ ...state, news: Math.max(0, newRowsIn(state.list, held.newest)), stale: false })
      } catch {
        if (!signal.aborted && state.kind === 'there') become({ ...state, stale: true })
      }
    },
    show,
  }
}
