import type { PersistedQuery, SizedStore } from './persisted-query.ts'

const store = 'answers'

export const openLargeStore = async (): Promise<SizedStore> => {
  const opening = indexedDB.open('pennant.kept', 1)
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore(store, { keyPath: 'hash' }),
  )
  const database = await done(opening)
  // A later version of the page wants to change the database.
  database.addEventListener('versionchange', () => database.close())
  const read = (): Promise<PersistedQuery[]> =>
    // Written by `write` below, and checked before use.
    done(database.transaction(store).objectStore(store).getAll() as IDBRequest<PersistedQuery[]>)
  const change = (): IDBObjectStore => database.transaction(store, 'readwrite').objectStore(store)

  return {
    read,
    async write(answer) {
      await done(change().put(answer))
    },
    async remove(hashes) {
      const answers = change()
      await Promise.all(hashes.map((hash) => done(answers.delete(hash))))
    },
    async drop(which) {
      const answers = change()
      if (which === 'all') await done(answers.clear())
      else
        for (const { hash, owner } of await done(answers.getAll() as IDBRequest<PersistedQuery[]>))
          if (owner !== undefined) answers.delete(hash)
    },
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })
