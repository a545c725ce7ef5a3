import pLimit from 'p-limit'
import { actOf, type LoggedAction, type StateOf } from '@pennant/contract/acts'
import type { Schema } from '@pennant/contract/schema'
import { type Difference, differenceOf } from '@pennant/rules/audit/difference'
import type { Clock } from '../../ports/clock.ts'
import type { AfterCommit, Db } from '../../ports/database.ts'
import type { Author, Host } from '../identity/caller.ts'
import type { Signals } from '../signals.ts'
import { insertAudit } from './store.ts'

export type Actor = Author | Host

export const system: Host = { principal: null, name: 'System', address: null, requestId: null }

/** `id` is null where there is but one, or where there are many. Names of people are not kept. */
export type Logged<A extends LoggedAction> = {
  game?: number | null
  id: number | string | null
  name?: string | null
  before?: StateOf<A> | null
  after?: StateOf<A> | null
  reason?: string | null
}

type Needs = { db: Db; clock: Clock; afterCommit: AfterCommit; signals: Pick<Signals, 'emit'> }

// The work needs connections of its own, which must not all be held by those that wait for it.
const aroundAtOnce = 2

export const createAudit = ({ db, clock, afterCommit, signals }: Needs) => {
  const limited = pLimit(aroundAtOnce)

  /** In the transaction of the change. Where the state stayed as it was, there is no row. */
  const record = async <A extends LoggedAction>(
    tx: Db,
    by: Actor,
    action: A,
    { game = null, id, name = null, before = null, after = null, reason = null }: Logged<A>,
  ): Promise<void> => {
    const { object: kind, state }: { object: string; state?: Schema } = actOf(action)
    const difference = state === undefined ? nothing : differenceOf(before, after, state)
    if (before !== null && after !== null && isEmpty(difference)) return
    const object = id === null ? kind : `${kind}:${id}`
    const { sealed } = difference
    const row = await insertAudit(tx, {
      time: new Date(clock.now()),
      game_id: game,
      actor_id: by.principal?.userId ?? null,
      actor_name: by.principal === null ? by.name : by.principal.userName,
      token_id: by.principal?.token?.id ?? null,
      address: by.address,
      request_id: by.requestId,
      action,
      object,
      object_name: name,
      before: JSON.stringify(difference.before),
      after: JSON.stringify(difference.after),
      sealed: sealed === null ? null : JSON.stringify(sealed),
      reason,
      undoes: null,
      undone_by: null,
    })
    await afterCommit(tx, () => signals.emit('change.logged', game, { id: row, action, object }))
  }

  /** For work that makes its own transaction or none: the row stays only if the work succeeds. */
  const around = <A extends LoggedAction, T>(
    by: Actor,
    action: A,
    logged: Logged<A>,
    work: () => Promise<T>,
  ): Promise<T> =>
    limited(() =>
      db.transaction().execute(async (tx) => {
        await record(tx, by, action, logged)
        return work()
      }),
    )

  return {
    record,
    around,
    alone: <A extends LoggedAction>(by: Actor, action: A, logged: Logged<A>): Promise<void> =>
      around(by, action, logged, async () => undefined),
  }
}

export type Audit = ReturnType<typeof createAudit>

const nothing: Difference = { before: {}, after: {}, sealed: null }

const isEmpty = ({ before, after, sealed }: Difference): boolean =>
  sealed === null && Object.keys({ ...before, ...after }).length === 0
