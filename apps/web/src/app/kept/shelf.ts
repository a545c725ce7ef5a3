import type { KeptAnswer, Shelf, Size } from './kept-answer.ts'

/** The database of the browser, or, where there is none, its other storage. */
export const openShelf = async (): Promise<Shelf> => {
  try {
    return inDatabase(await openDatabase())
  } catch {
    const { inLocalStorage } = await import('./local-shelf.ts')
    return inLocalStorage(localStorage)
  }
}

const sizes: readonly Size[] = ['small', 'large']

const openDatabase = async (): Promise<IDBDatabase> => {
  const opening = indexedDB.open('pennant', 1)
  opening.addEventListener('upgradeneeded', () => {
    for (const size of sizes) opening.result.createObjectStore(size, { keyPath: 'hash' })
  })
  const database = await done(opening)
  // A later version of the page wants to change it.
  database.addEventListener('versionchange', () => database.close())
  return database
}

const inDatabase = (database: IDBDatabase): Shelf => ({
  // Written by `write` below, and looked through before it is used.
  read: (size) => done(database.transaction(size).objectStore(size).getAll() as IDBRequest<KeptAnswer[]>),

  async write(size, answer) {
    await done(database.transaction(size, 'readwrite').objectStore(size).put(answer))
  },

  async drop(which) {
    const change = database.transaction(sizes, 'readwrite')
    await Promise.all(
      sizes.map(async (size) => {
        const store = change.objectStore(size)
        if (which === 'all') return done(store.clear())
        const answers = await done(store.getAll() as IDBRequest<KeptAnswer[]>)
        for (const { hash, owner } of answers) if (owner !== undefined) store.delete(hash)
      }),
    )
  },
})

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })
