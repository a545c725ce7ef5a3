// @ts-check
import { receives, writeHeard } from '../hub.mjs'
import { must } from '../recorder.mjs'
import { negotiateHubs, openHubs } from './hubs.mjs'
import { readConditionally, until } from './setup.mjs'

/**
 * @typedef {import('./setup.mjs').Setup} Setup
 * @typedef {import('./setup.mjs').Visitor} Visitor
 */

/** @param {Setup} setup */
export async function play(setup) {
  const { recorder } = setup
  recorder.begin('hubs')
  await negotiateHubs(setup)
  const hubs = await openHubs(setup)
  recorder.begin('join')
  await join(setup)
  recorder.begin('play')
  await read(setup)
  await guess(setup, hubs)
  await askForInstances(setup)
  await announce(setup, hubs)
  recorder.begin('hubs heard')
  for (const listeners of [hubs.user, hubs.monitor, hubs.token]) await writeHeard(recorder, listeners)
  await Promise.all(hubs.admin.map(({ stop }) => stop()))
  // The log has its own step; here the form of one message is enough.
  for (const { name, heard } of hubs.admin)
    for (const { target, payload } of heard.filter((message) => message.payload?.msg?.includes('flag{warm}')))
      recorder.write({ name: `hub ${name}: ${target}`, payload: recorder.names.value(payload) })
  recorder.begin('write-ups')
  await handIn(setup)
}

/** @param {Setup} setup */
async function join({ admin, ann, bob, cyd, dan, made }) {
  const game = `/api/game/${made['game']}`
  const division = { divisionId: made['division'], inviteCode: 'stud' }
  await ann.get(`${game}/check`)
  await ann.get(`${game}/details`, { note: 'not joined' })
  await cyd.post(game, { teamId: made['red'], ...division }, { note: 'another team' })
  await dan.post(game, { teamId: made['green'] }, { note: 'no division' })
  await dan.post(game, { teamId: made['green'], divisionId: 987_654 }, { note: 'unknown division' })
  await dan.post(game, { teamId: made['green'], divisionId: made['division'] }, { note: 'no code' })
  must(await dan.post(game, { teamId: made['green'], ...division }), 'joining')
  await dan.post(game, { teamId: made['green'], ...division }, { note: 'again' })
  const divisions = (await admin.get(`/api/edit/games/${made['game']}/divisions`)).body
  const all = divisions.find((/** @type {{ name: string }} */ one) => one.name === 'All')
  const review = { divisionId: all.id }
  await ann.post(game, { teamId: made['red'], ...review })
  await ann.get(`${game}/details`, { note: 'waiting' })
  await ann.delete(game)
  await ann.delete(game, undefined, { note: 'again' })
  await ann.post(game, { teamId: made['red'], ...review })
  await bob.post(game, { teamId: made['red'], ...review })
  await cyd.post(game, { teamId: made['blue'], ...review })
  const { body: list } = await admin.get(`${game}/participations`)
  const of = (/** @type {string} */ team) =>
    list.find((/** @type {{ team: { id: number } }} */ one) => one.team.id === made[team]).id
  Object.assign(made, { redPlays: of('red'), bluePlays: of('blue'), greenPlays: of('green') })
  await admin.put(`/api/admin/participation/${made['redPlays']}`, { status: 'Rejected' })
  await ann.get(game, { note: 'rejected' })
  await ann.post(game, { teamId: made['red'], ...review }, { note: 'rejected' })
  await bob.post(game, { teamId: made['red'], ...review }, { note: 'rejected' })
  await admin.put(
    `/api/admin/participation/${made['redPlays']}`,
    { status: 'Accepted' },
    { note: 'without division' },
  )
  await admin.put(`/api/edit/games/${made['game']}/participations`, {
    ids: [made['bluePlays'], 987_654],
    status: 'Accepted',
    divisionId: null,
  })
  await admin.put(
    `/api/admin/participation/${made['redPlays']}`,
    { status: 'Sleeping' },
    { note: 'no status' },
  )
  await admin.delete(`/api/edit/games/${made['game']}/divisions/${all.id}`)
  await ann.delete(game, undefined, { note: 'accepted' })
  await ann.get(`${game}/check`)
  await ann.get(game)
  await ann.post(`/api/team/${made['red']}/kick/${made['bob']}`, undefined, { note: 'locked' })
  await ann.delete(`/api/team/${made['red']}`, undefined, { note: 'playing' })
  await admin.get(`${game}/participations`)
}

/** @param {Setup} setup */
async function read({ nobody, admin, ann, bob, cyd, dan, made }) {
  const game = `/api/game/${made['game']}`
  await readConditionally(nobody, `${game}/scoreboard`)
  await readConditionally(ann, `${game}/details`)
  await nobody.get(`${game}/details`)
  for (const name of ['warmup', 'box', 'boxes'])
    for (const who of [ann, cyd, dan]) await who.get(`${game}/challenges/${made[name]}`)
  for (const who of [ann, cyd, dan]) {
    await who.get(`${game}/challenges/${made['files']}`)
    const next = made['next flags'].splice(0, 1)
    await admin.post(`/api/edit/games/${made['game']}/challenges/${made['files']}/flags`, next)
  }
  await bob.get(`${game}/challenges/${made['spare']}`, { note: 'deleted' })
  await bob.get(`${game}/challenges/0`, { note: 'none' })
  await ann.get(made['task'], { note: 'the attachment' })
  const { body: files } = await ann.get(`${game}/challenges/${made['files']}`)
  if (typeof files?.context.url === 'string' && files.context.url.startsWith('/'))
    await ann.get(files.context.url)
}

/**
 * @param {Setup} setup
 * @param {Awaited<ReturnType<typeof openHubs>>} hubs
 */
async function guess({ nobody, ann, bob, cyd, dan, made }, hubs) {
  const game = `/api/game/${made['game']}`
  let judged = 0
  /**
   * @param {Visitor} who
   * @param {string} challenge
   * @param {unknown} flag
   * @param {string} note
   */
  const submit = async (who, challenge, flag, note) => {
    const door = `${game}/challenges/${made[challenge]}`
    const { status, body } = await who.post(door, { flag }, { note })
    if (status !== 200) return
    judged += 1
    await until(who, `${door}/status/${body}`, (answer) => answer !== 'FlagSubmitted')
    await who.get(`${door}/status/${body}`, { note })
    // One after the other, so that everyone hears them in this order.
    await receives([...hubs.monitor, ...hubs.token], 'ReceivedSubmissions', judged)
    made['submission'] = `${door}/status/${body}`
  }
  await submit(nobody, 'warmup', 'flag{warm}', 'not logged in')
  await submit(ann, 'warmup', '', 'empty')
  await submit(ann, 'warmup', '  ', 'blank')
  await submit(ann, 'warmup', 'x'.repeat(128), 'too long')
  await submit(ann, 'warmup', 7, 'a number')
  await submit(ann, 'warmup', 'flag{cold}', 'wrong')
  await submit(ann, 'warmup', 'flag{warm}', 'first blood')
  await submit(bob, 'warmup', 'flag{warm}', 'solved already')
  await submit(cyd, 'warmup', 'flag{up}', 'second blood')
  await submit(dan, 'warmup', 'flag{warm}', 'third blood')
  await receives(hubs.user, 'ReceivedGameNotice', 3)
  await submit(dan, 'files', 'flag{one}', 'not allowed')
  await submit(cyd, 'files', 'flag{one}', 'a copied flag')
  await receives([...hubs.monitor, ...hubs.token], 'ReceivedGameEvent', judged + 1)
  await submit(ann, 'files', 'flag{one}', 'the own flag')
  await receives(hubs.user, 'ReceivedGameNotice', 4)
  for (const nth of [1, 2, 3, 4]) await submit(cyd, 'files', `flag{${nth}}`, `guess ${nth}`)
  await submit(ann, 'boxes', 'flag{guess}', 'a box')
  await submit(cyd, 'box', 'flag{box}', 'a box for all')
  await receives(hubs.user, 'ReceivedGameNotice', 5)
  await bob.get(made['submission'], { note: 'of another team' })
  await ann.get(`${game}/challenges/${made['files']}/attempts`)
  await ann.get(`${game}/challenges/${made['files']}`, { note: 'solved' })
  await until(nobody, `${game}/scoreboard`, (body) =>
    body.items?.some((/** @type {any} */ one) => one.solvedCount === 2),
  )
  await readConditionally(nobody, `${game}/scoreboard`)
  await readConditionally(nobody, `${game}/scoreboard/changes`)
  await nobody.get(`${game}/scoreboard/changes?since=2147483647`, { note: 'not yet' })
  await nobody.get(`${game}/scoreboard/changes?since=one`, { note: 'no version' })
  await readConditionally(nobody, `${game}/solves`)
  await nobody.get(`${game}/solves?challenge=${made['warmup']}&count=2&skip=1`)
  await nobody.get(`${game}/solves?challenge=987654`, { note: 'no challenge' })
  await nobody.get(`${game}/solves?count=101`, { note: 'too many' })
  await readConditionally(dan, `${game}/details`)
  await ann.get(`${game}/details`)
  await ann.get('/api/game/mine')
  await nobody.get('/api/game/mine')
  await readConditionally(nobody, `${game}/notices`)
  await nobody.get(`${game}/notices?count=2&skip=1`)
  await nobody.get(`${game}/notices?count=101`, { note: 'too many' })
}

/** @param {Setup} setup */
async function askForInstances({ ann, made }) {
  const game = `/api/game/${made['game']}`
  for (const name of ['warmup', 'box', 'boxes', 'spare']) {
    const container = `${game}/container/${made[name]}`
    await ann.post(container)
    await ann.post(`${container}/extend`)
    await ann.delete(container)
  }
}

/**
 * @param {Setup} setup
 * @param {Awaited<ReturnType<typeof openHubs>>} hubs
 */
async function announce({ nobody, admin, made }, hubs) {
  const edit = `/api/edit/games/${made['game']}`
  const told = (/** @type {number} */ count) => receives(hubs.user, 'ReceivedGameNotice', count)
  const { body: notice } = must(
    await admin.post(`${edit}/notices`, { content: 'Lunch is *ready*.' }),
    'a notice',
  )
  await told(6)
  await admin.post(`${edit}/notices`, { content: ' ' }, { note: 'blank' })
  await admin.get(`${edit}/notices`)
  await admin.put(`${edit}/notices/${notice.id}`, { content: 'Lunch is over.' })
  const { body: notices } = await nobody.get(`/api/game/${made['game']}/notices`)
  const blood = notices?.find((/** @type {{ type: string }} */ one) => one.type === 'FirstBlood')
  await admin.put(`${edit}/notices/${blood?.id}`, { content: 'Mine' }, { note: 'of the system' })
  await admin.put(`${edit}/challenges/${made['warmup']}`, { hints: ['Look', 'Harder'] }, { note: 'a hint' })
  await told(7)
  await admin.put(`${edit}/challenges/${made['boxes']}`, { isEnabled: false }, { note: 'disabled' })
  await admin.put(`${edit}/challenges/${made['boxes']}`, { isEnabled: true }, { note: 'enabled' })
  await told(8)
  await admin.delete(`${edit}/notices/${notice.id}`)
  await nobody.get(`/api/game/${made['game']}/notices`)
}

/** @param {Setup} setup */
async function handIn({ nobody, admin, ann, cyd, made }) {
  const writeup = `/api/game/${made['game']}/writeup`
  const pdf = {
    name: 'file',
    file: 'ours.pdf',
    type: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7\nours'),
  }
  await ann.get(writeup)
  await nobody.upload('POST', writeup, pdf)
  await ann.upload('POST', writeup, { ...pdf, bytes: Buffer.alloc(0) }, { note: 'empty' })
  await ann.upload('POST', writeup, { ...pdf, file: 'ours.txt' }, { note: 'another ending' })
  await ann.upload('POST', writeup, { ...pdf, type: 'text/plain' }, { note: 'another type' })
  await ann.upload('POST', writeup, { ...pdf, bytes: Buffer.from('no PDF') }, { note: 'no PDF' })
  await ann.upload('POST', writeup, pdf)
  await cyd.upload('POST', writeup, { ...pdf, bytes: Buffer.from('%PDF-1.7\ntheirs') })
  await ann.get(writeup)
  const { body } = await admin.get(`/api/admin/writeups/${made['game']}`)
  await nobody.get(String(body?.writeups[0]?.url))
  await admin.get(`/api/admin/writeups/${made['game']}/all`)
}
