// @ts-check
import sharp from 'sharp'

/**
 * @typedef {import('../recorder.mjs').Recorder} Recorder
 * @typedef {import('../recorder.mjs').Visitor} Visitor
 * @typedef {import('../recorder.mjs').Answer} Answer
 * @typedef {import('../build.mjs').Build} Build
 * @typedef {import('../openapi.mjs').Document} Document
 *
 * What the steps hand on to each other. Everyone is there from the beginning; who they are comes with the steps.
 *
 * @typedef {object} Setup
 * @property {Recorder} recorder
 * @property {Build} build
 * @property {Visitor} nobody
 * @property {Visitor} admin
 * @property {Visitor} monitor
 * @property {Visitor} ann  captain of the first team
 * @property {Visitor} bob  of the first team, too
 * @property {Visitor} cyd  captain of the second team
 * @property {Visitor} dan  captain of the third team, which is in a division
 * @property {Document} document
 * @property {Buffer} png
 * @property {Record<string, any>} made  ids of what was made, by what it is
 */

export const password = 'Passw0rd'
export const hour = 3_600_000

/**
 * @param {Recorder} recorder
 * @param {Build} build
 * @returns {Promise<Setup>}
 */
export async function makeSetup(recorder, build) {
  const [nobody, admin, monitor, ann, bob, cyd, dan] = [
    'nobody',
    'admin',
    'monitor',
    'ann',
    'bob',
    'cyd',
    'dan',
  ].map((name) => recorder.visitor(name))
  if (!nobody || !admin || !monitor || !ann || !bob || !cyd || !dan) throw new Error('Someone is missing.')
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#2fb6a3' } })
    .png()
    .toBuffer()
  return {
    recorder,
    build,
    nobody,
    admin,
    monitor,
    ann,
    bob,
    cyd,
    dan,
    document: { paths: {} },
    png,
    made: {},
  }
}

/** @param {Setup} setup */
export function imageUpload({ png }) {
  return { name: 'file', file: 'picture.png', type: 'image/png', bytes: png }
}

/**
 * Leaves no trace in the recording. Gives up after a while, and the next request is recorded whatever its
 * answer is.
 *
 * @param {Visitor} visitor
 * @param {string} path
 * @param {(body: any) => boolean} isReady
 */
export async function until(visitor, path, isReady) {
  const end = Date.now() + 15_000
  for (;;) {
    const { body } = await visitor.get(path, { quiet: true })
    if ((body !== undefined && isReady(body)) || Date.now() > end) return
    await pause(50)
  }
}

/**
 * The overview of a game is a few seconds old.
 *
 * @param {Visitor} monitor
 * @param {string} game
 */
export async function untilCounted(monitor, game) {
  const { body: all } = await monitor.get(`${game}/submissions?count=0`, { quiet: true })
  await until(monitor, `${game}/overview`, (body) => body.submissions === all?.length)
}

/**
 * For values that still grow for a moment.
 *
 * @param {Visitor} visitor
 * @param {string} path
 */
export async function untilQuiet(visitor, path) {
  let last = ''
  for (let same = 0; same < 2; ) {
    const { bytes } = await visitor.get(path, { quiet: true })
    const text = bytes.toString('utf8')
    same = text === last ? same + 1 : 0
    last = text
    await pause(800)
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * @param {Visitor} visitor
 * @param {string} path
 */
export async function readConditionally(visitor, path) {
  const first = await visitor.get(path)
  const [tag, time] = [first.header('etag'), first.header('last-modified')]
  if (tag !== '') await visitor.get(path, { note: 'with its tag', headers: { 'if-none-match': tag } })
  await visitor.get(path, { note: 'with another tag', headers: { 'if-none-match': 'W/"other"' } })
  await visitor.get(path, { note: 'with any tag', headers: { 'if-none-match': '*' } })
  if (time !== '') await visitor.get(path, { note: 'with its time', headers: { 'if-modified-since': time } })
  await visitor.get(path, {
    note: 'with an old time',
    headers: { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
  })
  for (const encoding of ['gzip', 'br'])
    await visitor.get(path, { note: encoding, headers: { 'accept-encoding': encoding } })
  await visitor.call('HEAD', path)
  return first
}
