import type { V1ObjectMeta } from '@kubernetes/client-node'
import { randomUUID } from 'node:crypto'

export type Stored = { apiVersion: string; kind: string; metadata: V1ObjectMeta } & Record<string, unknown>
export type StoreEvent = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: Stored; before: Stored | null }
export type Listener = (event: StoreEvent) => void

export class ObjectStore {
  version = 1000
  floor = 0
  onAdded: (collection: string, object: Stored) => void = () => undefined
  readonly #objects = new Map<string, Stored>()
  readonly #history: (StoreEvent & { collection: string })[] = []
  readonly #listeners = new Set<(collection: string, event: StoreEvent) => void>()

  get(collection: string, name: string): Stored | null {
    return this.#objects.get(`${collection}/${name}`) ?? null
  }

  list(collection: string, selects: (object: Stored) => boolean = () => true): Stored[] {
    return [...this.#objects]
      .filter(([key, object]) => key.slice(0, key.lastIndexOf('/')) === collection && selects(object))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object)
  }

  collections(): string[] {
    return [...new Set([...this.#objects.keys()].map((key) => key.slice(0, key.lastIndexOf('/'))))]
  }

  add(collection: string, object: Stored): Stored {
    const { metadata } = object
    metadata.uid = randomUUID()
    Object.assign(metadata, { creationTimestamp: new Date().toISOString() })
    return this.#write('ADDED', collection, object)
  }

  put(collection: string, object: Stored): Stored {
    return this.#write('MODIFIED', collection, object)
  }

  /** Null when it is gone. */
  change(collection: string, name: string, change: (object: Stored) => void): Stored | null {
    const found = this.get(collection, name)
    if (found === null) return null
    const object = structuredClone(found)
    change(object)
    return this.put(collection, object)
  }

  remove(collection: string, name: string): Stored | null {
    const found = this.get(collection, name)
    return found && this.#write('DELETED', collection, structuredClone(found))
  }

  /** Null when that version is forgotten. */
  follow(
    collection: string,
    since: number,
    listener: Listener,
  ): { missed: StoreEvent[]; stop: () => void } | null {
    if (since < this.floor) return null
    const missed = this.#history.filter(
      (each) => each.collection === collection && Number(each.object.metadata.resourceVersion) > since,
    )
    const own = (from: string, event: StoreEvent): void => {
      if (from === collection) listener(event)
    }
    this.#listeners.add(own)
    return { missed, stop: () => void this.#listeners.delete(own) }
  }

  forget(): void {
    this.floor = this.version + 1
    this.version += 1
    this.#history.length = 0
  }

  #write(type: StoreEvent['type'], collection: string, given: Stored): Stored {
    const key = `${collection}/${given.metadata.name ?? ''}`
    const before = this.#objects.get(key) ?? null
    const object = withoutEmpty(structuredClone(given)) as Stored
    this.version += 1
    object.metadata.resourceVersion = String(this.version)
    if (type === 'DELETED') this.#objects.delete(key)
    else this.#objects.set(key, object)
    if (type === 'ADDED') this.onAdded(collection, object)
    const event = { type, object, before, collection }
    this.#history.push(event)
    for (const listener of [...this.#listeners]) listener(collection, event)
    return object
  }
}

/** API servers leave out empty lists. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0))
      .map(([name, part]) => [name, withoutEmpty(part)]),
  )
}
