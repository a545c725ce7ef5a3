import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Answer } from './client.ts'

export type SlowUpload = {
  send(bytes: Uint8Array): Promise<void>
  finish(): Promise<Pick<Answer, 'status' | 'text'>>
  abandon(): void
}

export type SlowUploadOptions = {
  cookie: string
  field?: string
  name?: string
  type?: string
  /** The claimed length; without it the body is chunked. */
  length?: number
}

const boundary = 'between-the-parts'

export const startUpload = (url: string, options: SlowUploadOptions): SlowUpload => {
  const { cookie, field = 'files', name = 'big.bin', type, length } = options
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n${
    type === undefined ? '' : `content-type: ${type}\r\n`
  }\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const call: ClientRequest = request(url, {
    method: 'POST',
    headers: {
      cookie: `pennant_session=${cookie}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': head.length + length + tail.length }),
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    call.once('response', resolve).once('error', reject),
  )
  // Irrelevant after hanging up.
  answered.catch(() => undefined)
  const send = (bytes: Uint8Array | string): Promise<void> =>
    new Promise((resolve, reject) => call.write(bytes, (error) => (error ? reject(error) : resolve())))
  const begun = send(head)
  return {
    async send(bytes) {
      await begun
      await send(bytes)
    },
    async finish() {
      await begun
      call.end(tail)
      const response = await answered
      return { status: response.statusCode ?? 0, text: await text(response) }
    },
    abandon: () => void call.destroy(),
  }
}
