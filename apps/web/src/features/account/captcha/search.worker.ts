import { createHasher } from './sha256.ts'
import { fromHex, type Task } from './work.ts'

export type SearchNews =
  | { kind: 'tried'; tries: number }
  | { kind: 'found'; answer: Uint8Array; tries: number }

const reportEvery = 2 ** 16

const search = ({ challenge, difficulty }: Task): void => {
  const message = new Uint8Array(16)
  message.set(fromHex(challenge).subarray(0, 8))
  message.set(crypto.getRandomValues(new Uint8Array(8)), 8)
  const view = new DataView(message.buffer)
  const hash = createHasher()
  let counter = view.getUint32(12)
  for (let tries = 1; ; tries++) {
    view.setUint32(12, counter)
    const [first = 0, second = 0] = hash(view)
    const zeros = first === 0 ? 32 + Math.clz32(second) : Math.clz32(first)
    if (zeros >= difficulty) {
      const news: SearchNews = { kind: 'found', answer: message.slice(8), tries }
      postMessage(news)
      return
    }
    counter = (counter + 1) >>> 0
    if (tries % reportEvery === 0) {
      const news: SearchNews = { kind: 'tried', tries }
      postMessage(news)
    }
    // All counters have been tried: four other random bytes.
    if (tries % 2 ** 32 === 0) message.set(crypto.getRandomValues(new Uint8Array(4)), 8)
  }
}

addEventListener('message', ({ data }: MessageEvent<Task>) => search(data))
