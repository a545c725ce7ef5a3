import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'

export const isRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text)
    return text.startsWith('age1')
  } catch {
    return false
  }
}

/** Throws unless it is a recipient, such as age1…. */
export const encryptFor = async (recipient: string, source: Readable): Promise<Readable> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

/** `identities`: the lines of a key file. Rejects if none of them opens it. */
export const decryptWith = async (identities: string, source: Readable): Promise<Readable> => {
  const decrypter = new Decrypter()
  for (const line of identities.split('\n').map((one) => one.trim()))
    if (line !== '' && !line.startsWith('#')) decrypter.addIdentity(line)
  return fromWeb(await decrypter.decrypt(toWeb(source)))
}

const toWeb = (source: Readable): ReadableStream<Uint8Array> => {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: () => void source.destroy(),
  })
}

const fromWeb = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.from(portionsOf(stream), { objectMode: false })

async function* portionsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
