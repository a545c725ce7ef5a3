import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { Reading } from '../scope/read-scope.ts'
import { text, type Answer } from './answer.ts'

const maxBytes = 2 * 1024 * 1024
/** In bytes of an unread body. The server's time limit of a request applies, too. */
const maxDropped = 64 * 1024 * 1024

export type Body = { readonly type: string; readonly text: string }

/** Null when it is too long or incomplete. */
export const readBody = (request: IncomingMessage): Promise<Body | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= maxBytes) return void chunks.push(chunk)
      // Not destroyed, so that the sender still gets an answer.
      request.off('data', take).pause()
      resolve(null)
    }
    request.on('data', take)
    request.on('end', () =>
      resolve({
        type: request.headers['content-type'] ?? '',
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    )
    request.on('error', () => resolve(null))
  })

/** Closing early would reset the connection, and a client that is still sending would lose the answer. */
export const dropRest = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let left = maxDropped
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) resolve()
    })
    finished(request, () => resolve())
    request.resume()
  })

export const parseJson = (body: Body): { value: unknown } | { refused: Answer } => {
  const [type = ''] = body.type.split(';')
  if (!/^application\/(?:json|[^/\s]+\+json)$/i.test(type.trim()))
    return { refused: text(415, 'Expected request with `Content-Type: application/json`') }
  try {
    return { value: JSON.parse(body.text) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { refused: text(400, `Failed to parse the request body as JSON: ${why}`) }
  }
}

export const readAs = <T>(
  body: Body,
  read: (value: unknown) => Reading<T>,
): { value: T } | { refused: Answer } => {
  const parsed = parseJson(body)
  if ('refused' in parsed) return parsed
  const reading = read(parsed.value)
  if ('value' in reading) return reading
  return {
    refused: text(422, `Failed to deserialize the JSON body into the target type: ${reading.fault}`),
  }
}
