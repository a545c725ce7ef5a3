// @ts-check
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { load } from './load.mjs'

/**
 * @typedef {import('./load.mjs').DemoServer['call']} Call
 *
 * @typedef {object} Inject
 * @property {'GET'} method
 * @property {string} url
 * @property {Record<string, string>} headers
 * @property {Buffer | string} [payload]
 *
 * @typedef {object} Answer
 * @property {number} statusCode
 * @property {string} body
 * @property {Record<string, unknown>} headers
 * @property {{ name: string, value: string }[]} cookies
 *
 * @typedef {object} App what of the server an event is played on
 * @property {{ ready(): PromiseLike<unknown>, inject(request: Inject): Promise<Answer> }} http
 * @property {{ setup: { needed(): Promise<boolean>, ensureAdmin(password: string): Promise<unknown> } }} modules
 *
 * @typedef {object} Stage
 * @property {App} app
 * @property {string} dataFolder
 * @property {(level: 'warn', message: string) => void} log
 * @property {AbortSignal} signal
 */

const loginFile = 'sample-event-logins.txt'

/**
 * Everything goes through the API, at the time of each event.
 *
 * @param {Stage} stage
 * @param {{ set(time: number): void, release(): void }} clock
 * @returns {Promise<string[]>}
 */
export const openSampleEvent = async ({ app, dataFolder, log, signal }, clock) => {
  const notes = path.join(dataFolder, loginFile)
  if (!(await app.modules.setup.needed())) {
    const logins = await readFile(notes, 'utf8').catch(() => null)
    if (logins === null)
      log(
        'warn',
        `The sample event in ${dataFolder} is missing or incomplete. Delete that folder to start over.`,
      )
    return logins?.split('\n') ?? []
  }
  const adminPassword = newPassword()
  try {
    await app.http.ready()
    await app.modules.setup.ensureAdmin(adminPassword)
    const logins = await load({
      call: callOf(app, signal),
      setTime: clock.set,
      now: Date.now(),
      adminPassword,
      password: newPassword(),
      say: (line) => log('warn', line),
    })
    // Atomic: half a file would look like a usable event.
    await writeFile(`${notes}.part`, logins.join('\n'), { mode: 0o600 })
    await rename(`${notes}.part`, notes)
    return logins
  } finally {
    clock.release()
  }
}

/** Random each time, because a demonstration may stay on a network longer than planned. */
const newPassword = () => `${randomBytes(6).toString('base64url')}aA1`

/**
 * @param {App} app
 * @param {AbortSignal} signal
 * @returns {Call}
 */
const callOf =
  ({ http }, signal) =>
  async ({ method, path: url, body, form, cookie }) => {
    signal.throwIfAborted()
    const content = form === undefined ? undefined : new Response(form)
    const answer = await http.inject({
      method: /** @type {'GET'} */ (method),
      url,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(content === undefined ? {} : { 'content-type': content.headers.get('content-type') ?? '' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(content === undefined ? {} : { payload: Buffer.from(await content.arrayBuffer()) }),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const set = answer.cookies.map(({ name, value }) => `${name}=${value}`)
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
      text: answer.body,
      cookie: set.length === 0 ? undefined : set.join('; '),
    }
  }
