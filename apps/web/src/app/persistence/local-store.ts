import type { PersistedQuery, SizedStore } from './persisted-query.ts'

const prefix = 'pennant.kept.'
/** In characters; drafts and choices need room, too. */
const most = 1_000_000

type Stream = ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>

const through = async (bytes: BlobPart, stream: Stream): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer()

const pack = async (answer: unknown): Promise<string> => {
  const bytes = new Uint8Array(await through(JSON.stringify(answer), new CompressionStream('gzip')))
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const unpack = async (packed: string): Promise<unknown> => {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))
  return JSON.parse(
    new TextDecoder().decode(await through(bytes, new DecompressionStream('gzip'))),
  ) as unknown
}

export const inLocalStorage = (storage: Storage): SizedStore => {
  /** Oldest week first. */
  const keys = (): string[] =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix))
      .toSorted()
  const hashOf = (key: string): string => key.slice(prefix.length).replace(/^\d+\.\w+\./, '')
  const remove = (hashes: readonly string[]): void => {
    for (const key of keys()) if (hashes.includes(hashOf(key))) storage.removeItem(key)
  }
  const read = async (key: string): Promise<PersistedQuery[]> => {
    try {
      return [(await unpack(storage.getItem(key) ?? '')) as PersistedQuery]
    } catch {
      storage.removeItem(key)
      return []
    }
  }
  return {
    read: async () => (await Promise.all(keys().map(read))).flat(),
    async write(answer) {
      const packed = await pack(answer)
      remove([answer.hash])
      if (packed.length > most / 4) return
      const known = keys()
      let total = packed.length
      for (const key of known) total += storage.getItem(key)?.length ?? 0
      const sort = answer.owner === undefined ? 'open' : 'owned'
      for (;;)
        try {
          if (total > most) throw new Error('full')
          storage.setItem(`${prefix}${answer.week}.${sort}.${answer.hash}`, packed)
          return
        } catch (error) {
          // Full by our own limit or the browser's: older answers make room.
          const oldest = known.shift()
          if (oldest === undefined) throw error
          total -= storage.getItem(oldest)?.length ?? 0
          storage.removeItem(oldest)
        }
    },
    remove: async (hashes) => remove(hashes),
    drop: async (which) => {
      for (const key of keys())
        if (which === 'all' || /^\d+\.owned\./.test(key.slice(prefix.length))) storage.removeItem(key)
    },
  }
}
