import type { KeptAnswer, Shelf } from './kept-answer.ts'

const prefix = 'pennant.kept.'

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

/** One compressed text for each answer, under its week. Large answers have no place here. */
export const inLocalStorage = (storage: Storage): Shelf => {
  const keys = (): string[] => Object.keys(storage).filter((key) => key.startsWith(prefix))
  const read = async (key: string): Promise<KeptAnswer[]> => {
    try {
      return [(await unpack(storage.getItem(key) ?? '')) as KeptAnswer]
    } catch {
      storage.removeItem(key)
      return []
    }
  }
  return {
    read: async (size) => (size === 'large' ? [] : (await Promise.all(keys().map(read))).flat()),

    async write(size, answer) {
      if (size === 'large') return
      const sort = answer.owner === undefined ? 'open' : 'owned'
      const packed = await pack(answer)
      for (const key of keys()) if (key.endsWith(answer.hash)) storage.removeItem(key)
      storage.setItem(`${prefix}${answer.week}.${sort}.${answer.hash}`, packed)
    },

    drop: async (which) => {
      for (const key of keys()) if (which === 'all' || key.includes('.owned.')) storage.removeItem(key)
    },
  }
}
