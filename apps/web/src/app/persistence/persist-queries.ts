import type { Query, QueryClient } from '@tanstack/react-query'
import { persistenceRuleOf, ownerOf, weekOf, withoutSecrets } from './persistence-rule.ts'
import type { AnswerStore } from './persisted-query.ts'

type Needs = {
  queries: QueryClient
  store: AnswerStore
  now: () => number
  build: string
  isStored: (hash: string) => boolean
  whenIdle: (task: () => void) => void
}

/** A board changes with every solve; once in this time is enough. */
const largePauseMs = 30_000

/** A user's own answers go as soon as another user, or none, is logged in. */
export const persistQueries = ({ queries, store, now, build, isStored, whenIdle }: Needs): (() => void) => {
  const cache = queries.getQueryCache()
  const waiting = new Map<string, Query>()
  const largeAt = new Map<string, number>()
  let owner: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  // In sequence: a write that began earlier must not bring back what was dropped.
  let work = Promise.resolve()
  const then = (task: () => Promise<void>): void => {
    work = work.then(task).catch(() => undefined)
  }

  const write = async (query: Query): Promise<void> => {
    const rule = persistenceRuleOf(query.queryKey)
    if (rule === null || query.state.data === undefined) return
    // The owner is unknown yet, or the query has been dropped meanwhile.
    if ((rule.owned && owner === undefined) || cache.get(query.queryHash) !== query) return
    await store.write(rule.large ? 'large' : 'small', {
      hash: query.queryHash,
      key: query.queryKey,
      data: withoutSecrets(query.state.data),
      at: query.state.dataUpdatedAt,
      owner: rule.owned ? owner : undefined,
      week: weekOf(now()),
      build,
    })
  }

  const next = (): void => {
    if (stopped || waiting.size === 0) return
    for (const [hash, query] of waiting) {
      if (now() < (largeAt.get(hash) ?? 0)) continue
      waiting.delete(hash)
      if (persistenceRuleOf(query.queryKey)?.large === true) largeAt.set(hash, now() + largePauseMs)
      const answeredTo = owner
      then(async () => {
        if (owner === answeredTo) await write(query)
      })
      break
    }
    schedule()
  }
  const schedule = (): void => {
    if (timer !== undefined || waiting.size === 0) return
    const pause = [...waiting.keys()].some((hash) => now() >= (largeAt.get(hash) ?? 0)) ? 100 : largePauseMs
    timer = setTimeout(() => {
      timer = undefined
      whenIdle(next)
    }, pause)
  }

  const take = (query: Query): void => {
    if (query.queryKey[0] === 'session') {
      const present = ownerOf(query.state.data)
      if (present !== owner) {
        // Waiting answers belong to the previous user.
        if (owner !== undefined)
          for (const [hash, { queryKey }] of waiting)
            if (persistenceRuleOf(queryKey)?.owned === true) waiting.delete(hash)
        owner = present
        then(async () => {
          const [known] = (await store.read('small')).filter(({ key }) => key[0] === 'session')
          if (known === undefined || known.owner !== present) await store.drop('owned')
          await write(query)
        })
        return
      }
    }
    if (persistenceRuleOf(query.queryKey) === null) return
    waiting.set(query.queryHash, query)
    schedule()
  }

  const [session] = cache.findAll({ queryKey: ['session'] })
  if (session !== undefined && session.state.data !== undefined && !isStored(session.queryHash)) take(session)
  for (const query of cache.getAll()) if (query !== session && !isStored(query.queryHash)) take(query)
  const unsubscribe = cache.subscribe((event) => {
    // The type of the event leaves the query's data open.
    if (event.type === 'updated' && event.action.type === 'success') take(event.query as Query)
  })
  return () => {
    stopped = true
    unsubscribe()
    clearTimeout(timer)
  }
}
