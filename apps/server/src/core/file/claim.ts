import type { Db } from '../../ports/database.ts'
import { createClaimStore, type Count, type ClaimedFile } from './store-claim.ts'

/** A hash that is listed twice counts twice. */
export type Exchange = {
  claimed: readonly string[]
  dropped: readonly string[]
  /** Leaves references of uploads for others to claim. */
  ownOnly?: true
}

export type Exchanged = {
  /** Without the claimed files that don't exist. */
  files: ReadonlyMap<string, ClaimedFile>
  /** Their bytes may be deleted once the transaction is committed. */
  orphaned: readonly string[]
}

const countsOf = ({ claimed, dropped, ownOnly }: Exchange): Count[] => {
  const counts = new Map<string, Count>()
  const of = (hash: string): Count => {
    const count = counts.get(hash) ?? { hash, claimed: 0, dropped: 0, fromUploads: 0 }
    counts.set(hash, count)
    return count
  }
  for (const hash of claimed) {
    of(hash).claimed++
    if (ownOnly !== true) of(hash).fromUploads++
  }
  for (const hash of dropped) of(hash).dropped++
  return [...counts.values()]
}

// References move in the transaction that writes their rows, so that the two never disagree after a crash.
export const exchangeReferences = async (db: Db, exchange: Exchange): Promise<Exchanged> => {
  const counts = countsOf(exchange)
  if (counts.length === 0) return { files: new Map(), orphaned: [] }
  const store = createClaimStore(db)
  const held = await store.hold(counts.map(({ hash }) => hash))
  return { files: new Map(held.map((file) => [file.hash, file])), orphaned: await store.count(counts) }
}
