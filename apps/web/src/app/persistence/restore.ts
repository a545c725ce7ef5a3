import type { QueryClient } from '@tanstack/react-query'
import { isFit, persistenceRuleOf, ownerOf } from './persistence-rule.ts'
import type { PersistedQuery, AnswerStore, Size } from './persisted-query.ts'

/** By query hash, when each stored answer was given. */
export type Stored = Map<string, number>

type Needs = { queries: QueryClient; store: AnswerStore; now: number; build: string }

/** Answers already there are newer. Restored ones count as out of date, so they are asked for when shown. */
export const restore = async ({ queries, store, now, build }: Needs, size: Size): Promise<Stored> => {
  const all = await store.read(size)
  const answers = all.filter((answer) => isFit(answer, now, build))
  const unfit = all.filter((answer) => !answers.includes(answer)).map(({ hash }) => hash)
  await store.remove(size, unfit)
  const session = queries.getQueryData(['session'])
  const owner = ownerOf(session === undefined ? answers.find(isSession)?.data : session)
  const stored: Stored = new Map()
  for (const { key, data, at, hash, owner: theirs } of answers) {
    if (theirs !== undefined && theirs !== owner) continue
    if (persistenceRuleOf(key) === null || queries.getQueryData(key) !== undefined) continue
    queries.setQueryData(key, data, { updatedAt: at })
    queries.getQueryCache().find({ queryKey: key, exact: true })?.invalidate()
    stored.set(hash, at)
  }
  return stored
}

const isSession = ({ key }: PersistedQuery): boolean => key[0] === 'session'
