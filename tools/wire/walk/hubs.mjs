// @ts-check
import { listen, talk, transports } from '../hub.mjs'

/**
 * @typedef {import('./setup.mjs').Setup} Setup
 * @typedef {import('./setup.mjs').Visitor} Visitor
 * @typedef {import('../hub.mjs').Listener} Listener
 */

const handshake = '{"protocol":"json","version":1}'
/** Only answered by hubs that admit the caller. */
const shout = '{"type":1,"invocationId":"a","target":"Shout","arguments":[]}'

/** @param {Setup} setup */
export async function negotiateHubs({ recorder, nobody, ann, admin, monitor, made }) {
  const game = `?game=${made['game']}`
  for (const path of [`/hub/user${game}`, `/hub/monitor${game}`, '/hub/admin']) {
    const [hub, query] = path.split('?')
    for (const who of [nobody, ann, monitor, admin])
      await who.post(
        `${hub}/negotiate?negotiateVersion=1${query === undefined ? '' : `&${query}`}`,
        undefined,
        {
          mask: ['connectionId', 'connectionToken'],
        },
      )
    for (const [name, who] of /** @type {[string, Visitor][]} */ ([
      ['nobody', nobody],
      ['ann', ann],
      ['admin', admin],
    ]))
      await talk(recorder, path, {
        name: `${hub} of ${name}`,
        headers: { cookie: who.cookie() },
        say: [handshake, shout],
        wanted: 2,
      })
  }
  await talk(recorder, '/hub/user', { name: '/hub/user of no game', say: [handshake, shout], wanted: 2 })
  await talk(recorder, '/hub/user?game=987654', {
    name: '/hub/user of nothing',
    say: [handshake, shout],
    wanted: 2,
  })
  await talk(recorder, `/hub/user${game}`, {
    name: 'another protocol',
    say: ['{"protocol":"messagepack","version":1}'],
    wanted: 2,
  })
  const none = '00000000-0000-4000-8000-000000000000'
  for (const path of [`/api/proxy/${none}`, `/api/proxy/noinst/${none}`, '/api/proxy/nothing']) {
    await nobody.get(path)
    await talk(recorder, path, { name: path, say: [], wanted: 1 })
  }
}

/** @param {Setup} setup */
export async function openHubs({ recorder, ann, monitor, admin, made }) {
  const game = `?game=${made['game']}`
  /**
   * @param {string} path
   * @param {string} name
   * @param {{ who?: Visitor, headers?: Record<string, string> }} how
   * @returns {Promise<Listener[]>}
   */
  const byAll = async (path, name, how) => {
    const listeners = []
    for (const transport of transports)
      listeners.push(await listen(recorder, path, { name, transport, ...how }))
    return listeners
  }
  return {
    user: await byAll(`/hub/user${game}`, 'user', { who: ann }),
    monitor: await byAll(`/hub/monitor${game}`, 'monitor', { who: monitor }),
    token: await byAll(`/hub/monitor${game}`, 'monitor with a token', {
      headers: { Authorization: `Bearer ${made['token']}` },
    }),
    admin: await byAll('/hub/admin', 'admin', { who: admin }),
  }
}
