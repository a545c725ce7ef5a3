// @ts-check
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'

/**
 * @typedef {object} Daemon
 * @property {(method: string, path: string, content?: AsyncIterable<Buffer> | object) => Promise<any>} ask
 *   answers what it says; throws when it refuses
 */

/**
 * @param {string} socketPath
 * @param {AbortSignal} signal
 * @returns {Daemon}
 */
export const daemonAt = (socketPath, signal) => ({
  async ask(method, path, content) {
    const isArchive = content !== undefined && Symbol.asyncIterator in content
    const type = isArchive ? 'application/x-tar' : 'application/json'
    const asked = request({ socketPath, method, path, signal, headers: { 'content-type': type } })
    const answered = new Promise((resolve, reject) => asked.on('response', resolve).on('error', reject))
    answered.catch(() => undefined)
    if (isArchive) await pipeline(Readable.from(content), asked)
    else asked.end(content === undefined ? undefined : JSON.stringify(content))
    const answer = await answered
    let text = ''
    for await (const part of answer.setEncoding('utf8')) text += part
    const said = lastOf(text)
    const failure = answer.statusCode >= 300 ? (said.message ?? text) : said.error
    if (failure) throw new Error(String(failure).trim())
    return said
  },
})

/**
 * While it works, the daemon answers one status per line; the last one counts.
 *
 * @param {string} text
 */
function lastOf(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = lines.map((line) => {
    try {
      return JSON.parse(line)
    } catch {
      return line
    }
  })
  return parsed.find((one) => one?.error !== undefined) ?? parsed.at(-1) ?? {}
}
