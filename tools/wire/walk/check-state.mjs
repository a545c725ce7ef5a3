// @ts-check
import { password } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

/**
 * Checks boards, accounts, sessions, and files after another build has taken over the data folder.
 *
 * @param {Setup} setup
 * @param {string} section
 */
export async function checkState({ recorder, nobody, admin, monitor, ann, bob, cyd, dan, made }, section) {
  recorder.begin(section)
  const game = `/api/game/${made['game']}`
  await nobody.get(game)
  await nobody.get(`${game}/scoreboard`)
  await nobody.get(`${game}/notices`)
  for (const player of [ann, bob, cyd, dan]) {
    await player.get('/api/account/profile')
    await player.get('/api/team')
    await player.get(`${game}/details`)
    for (const name of ['warmup', 'files', 'box', 'boxes'])
      await player.get(`${game}/challenges/${made[name]}`)
  }
  await ann.get(`${game}/writeup`)
  await nobody.get(made['task'])
  await monitor.get(`${game}/events`)
  await monitor.get(`${game}/submissions`)
  await monitor.get(`${game}/cheatinfo`)
  for (const path of ['users', 'teams', 'files', 'config', `writeups/${made['game']}`, 'outbox'])
    await admin.get(`/api/admin/${path}`)
  for (const path of ['', '/challenges', '/divisions', '/hashsalt'])
    await admin.get(`/api/edit/games/${made['game']}${path}`)
  await admin.get('/api/tokens')
  await recorder
    .visitor('script', { authorization: `Bearer ${made['scripts']}` })
    .get('/api/edit/games?count=5')
  await nobody.get('/api/posts')
  await nobody.get('/api/config')
  await recorder.visitor('cyd elsewhere').post('/api/account/login', { userName: 'cyd', password })
}
