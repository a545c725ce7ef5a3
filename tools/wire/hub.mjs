// @ts-check
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import WebSocket from 'ws'

/**
 * @typedef {import('./recorder.mjs').Recorder} Recorder
 * @typedef {import('./recorder.mjs').Visitor} Visitor
 * @typedef {{ target: string, payload: any }} Message
 *
 * @typedef {object} Listener
 * @property {string} name
 * @property {Message[]} heard
 * @property {() => Promise<void>} stop
 */

const targets = [
  'ReceivedGameNotice',
  'ReceivedGameEvent',
  'ReceivedSubmissions',
  'ReceivedLog',
  'ReceivedScoreboardVersion',
  'ReceivedInstanceState',
  'ReceivedChange',
]
const waitMs = 20_000

export const transports = /** @type {const} */ ([
  ['WebSockets', HttpTransportType.WebSockets],
  ['ServerSentEvents', HttpTransportType.ServerSentEvents],
  ['LongPolling', HttpTransportType.LongPolling],
])

/**
 * @param {Recorder} recorder
 * @param {string} path
 * @param {{ name: string, transport: (typeof transports)[number], headers?: Record<string, string>, who?: Visitor }} options
 * @returns {Promise<Listener>}
 */
export async function listen(
  recorder,
  path,
  { name, transport: [transportName, transport], headers = {}, who },
) {
  const connection = new HubConnectionBuilder()
    .withUrl(recorder.origin + path, {
      transport,
      headers: { ...(who === undefined ? {} : { Cookie: who.cookie() }), ...headers },
    })
    .configureLogging(LogLevel.None)
    .build()
  /** @type {Message[]} */
  const heard = []
  for (const target of targets)
    connection.on(target, (...given) =>
      heard.push({ target, payload: given.length === 1 ? given[0] : given }),
    )
  await connection.start()
  return { name: `${name} by ${transportName}`, heard, stop: () => connection.stop() }
}

/**
 * Messages that are late show in the recording.
 *
 * @param {Listener[]} listeners
 * @param {string} target
 * @param {number} count  from the beginning on
 */
export async function receives(listeners, target, count) {
  const end = Date.now() + waitMs
  const isThere = () =>
    listeners.every(({ heard }) => heard.filter((message) => message.target === target).length >= count)
  while (!isThere() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}

/**
 * In order of arrival. The number of board changes is a race: many changes together are one message, with the solves
 * of all.
 *
 * @param {Recorder} recorder
 * @param {Listener[]} listeners
 */
export async function writeHeard(recorder, listeners) {
  for (const { name, heard, stop } of listeners) {
    await stop()
    const told = heard.filter(({ target }) => target !== 'ReceivedScoreboardVersion')
    for (const { target, payload } of told)
      recorder.write({ name: `hub ${name}: ${target}`, payload: recorder.names.value(payload) })
    const version = heard.find(({ target }) => target === 'ReceivedScoreboardVersion')
    if (version !== undefined)
      recorder.write({
        name: `hub ${name}: ReceivedScoreboardVersion`,
        payload: recorder.names.value(
          { ...version.payload, solves: undefined, spreadMs: undefined },
          new Set(['version']),
        ),
      })
  }
}

/** Pings and board versions arrive at any time. */
const byChance = /^\{"type":6\}$|"ReceivedScoreboardVersion"/

/**
 * Over a bare WebSocket, until the server ends it or enough records have come.
 *
 * @param {Recorder} recorder
 * @param {string} path
 * @param {{ name: string, headers?: Record<string, string>, say: string[], wanted: number }} options
 */
export async function talk(recorder, path, { name, headers = {}, say, wanted }) {
  const socket = new WebSocket(recorder.origin.replace('http', 'ws') + path, { headers })
  /** @type {string[]} */
  const records = []
  /** @type {unknown} */
  const end = await new Promise((resolve) => {
    const timer = setTimeout(() => resolve('nothing more'), waitMs)
    const done = (/** @type {unknown} */ how) => {
      clearTimeout(timer)
      resolve(how)
    }
    socket.on('open', () => {
      for (const record of say) socket.send(`${record}\u001e`)
    })
    socket.on('message', (/** @type {Buffer} */ data) => {
      const come = data.toString('utf8').split('\u001e').slice(0, -1)
      records.push(...come.filter((record) => !byChance.test(record)))
      if (records.length >= wanted) done('open')
    })
    socket.on('close', (code) => done({ closed: code }))
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      done({ refused: response.statusCode })
    })
    socket.on('error', () => undefined)
  })
  socket.terminate()
  recorder.write({
    name: `socket ${name}`,
    request: { line: recorder.names.path(path), records: say },
    records: records.map((record) => recorder.names.value(JSON.parse(record))),
    end,
  })
}
