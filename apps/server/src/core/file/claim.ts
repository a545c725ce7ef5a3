import type { Db } from '../../ports/database.ts'
import { createClaimStore, type Count, type HeldFile } from './store-claim.ts'

/** The hashes of the files that rows begin and cease to refer to; one that is named twice is meant twice. */
export type Exchange = {
  claimed: readonly string[]
  dropped: readonly string[]
  /** Uploads that wait for somebody else are left to wait. */
  ownOnly?: true
}

export type Exchanged = {
  /** What is known of the claimed ones; nothing of those that are not there. */
  files: ReadonlyMap<string, HeldFile>
  /** Nobody refers to these any more: their bytes may go, once the transaction is committed. */
  condemned: readonly string[]
}

const countsOf = ({ claimed, dropped, ownOnly }: Exchange): Count[] => {
  const counts = new Map<string, Count>()
  const of = (hash: string): Count => {
    const count = counts.get(hash) ?? { hash, claimed: 0, dropped: 0, takes: 0 }
    counts.set(hash, count)
    return count
  }
  for (const hash of claimed) {
    of(hash).claimed++
    if (ownOnly !== true) of(hash).takes++
  }
  for (const hash of dropped) of(hash).dropped++
  return [...counts.values()]
}

/**
 * Moves references in the transaction that writes the rows they belong to: whatever breaks off, each row has
 * its reference and each reference its row. An upload counts one reference, which the first row to claim the
 * file takes over.
 */
export const exchangeReferences = async (db: Db, exchange: Exchange): Promise<Exchanged> => {
  const counts = countsOf(exchange)
  if (counts.length === 0) return { files: new Map(), condemned: [] }
  const store = createClaimStore(db)
  const held = await store.hold(counts.map(({ hash }) => hash))
  return { files: new Map(held.map((file) => [file.hash, file])), condemned: await store.count(counts) }
}
