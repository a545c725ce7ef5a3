// @ts-check
import http from 'node:http'

/**
 * @typedef {{ status: number, headers: [name: string, value: string][], bytes: Buffer }} Response
 * @typedef {{ name: string, file: string, type: string, bytes: Uint8Array }} Part
 */

const agent = new http.Agent({ keepAlive: true })

/**
 * Does not follow redirects, unpack, or store anything.
 *
 * @param {string} method
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {Uint8Array} [body]
 * @returns {Promise<Response>}
 */
export function request(method, url, headers, body) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const asked = http.request(url, { method, headers: { ...headers, ...length }, agent }, (answer) => {
      /** @type {Buffer[]} */
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: pairsOf(answer.rawHeaders),
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Open connections would keep a server from ending. */
export function hangUp() {
  agent.destroy()
}

/**
 * @param {Part[]} parts
 * @returns {{ type: string, bytes: Buffer }}
 */
export function formOf(parts) {
  const boundary = 'a-line-that-no-file-holds'
  const pieces = parts.flatMap(({ name, file, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/**
 * @param {string[]} raw
 * @returns {Response['headers']}
 */
function pairsOf(raw) {
  /** @type {Response['headers']} */
  const pairs = []
  for (let at = 0; at + 1 < raw.length; at += 2)
    pairs.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''])
  return pairs
}
