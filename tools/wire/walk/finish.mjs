// @ts-check
import { readZip, writeZip } from '../archive.mjs'
import { must } from '../recorder.mjs'
import { until, untilCounted } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

/** @param {Setup} setup */
export async function transferGames({ recorder, admin, nobody, made }) {
  recorder.begin('packages')
  const edit = `/api/edit/games/${made['game']}`
  const { bytes } = must(await admin.post(`${edit}/export`), 'a package')
  await admin.post(`${edit}/export?format=PENNANT-GAME`)
  const zip = { name: 'file', file: 'game.zip', type: 'application/zip', bytes }
  const files = readZip(bytes)
  const other = withText(files, /"\w+-GAME"/, '"OTHER-GAME"')
  const { body: imported } = await admin.upload('POST', '/api/edit/games/import', zip)
  await admin.upload(
    'POST',
    '/api/edit/games/import',
    { ...zip, bytes: other },
    { note: 'of another platform' },
  )
  await admin.upload(
    'POST',
    '/api/edit/games/import/report',
    { ...zip, bytes: other },
    { note: 'of another platform' },
  )
  await admin.upload(
    'POST',
    '/api/edit/games/import',
    { ...zip, file: 'game.tar' },
    { note: 'another ending' },
  )
  await admin.upload(
    'POST',
    '/api/edit/games/import',
    { ...zip, bytes: Buffer.from('no zip') },
    { note: 'no zip' },
  )
  const without = files.filter(({ name }) => name !== 'game.json')
  await admin.upload(
    'POST',
    '/api/edit/games/import',
    { ...zip, bytes: writeZip(without) },
    { note: 'incomplete' },
  )
  const { body: long } = await admin.upload(
    'POST',
    '/api/edit/games/import/report',
    { ...zip, bytes: withText(files, /"Warm-up"/, `"${'long '.repeat(40)}"`) },
    { note: 'too long' },
  )
  for (const id of [imported, long?.id]) {
    await admin.get(`/api/edit/games/${id}`)
    const { body: challenges } = await admin.get(`/api/edit/games/${id}/challenges`)
    for (const challenge of challenges ?? [])
      await admin.get(`/api/edit/games/${id}/challenges/${challenge.id}`)
    await admin.get(`/api/edit/games/${id}/divisions`)
    await nobody.get(`/api/game/${id}`, { note: 'hidden' })
  }
  const { start, end } = made['settings']
  const { body: copy } = await admin.post(`${edit}/copy`, { title: 'Once more', start, end })
  await admin.get(`/api/edit/games/${copy}/challenges`)
  await admin.delete(`/api/edit/games/${copy}`)
}

/**
 * @param {import('../archive.mjs').Entry[]} files
 * @param {RegExp} from
 * @param {string} to
 */
function withText(files, from, to) {
  return writeZip(
    files.map(({ name, bytes }) => ({
      name,
      bytes: name.endsWith('.json') ? Buffer.from(bytes.toString('utf8').replace(from, to)) : bytes,
    })),
  )
}

/** @param {Setup} setup */
export async function finish({ recorder, admin, monitor, nobody, ann, cyd, made }) {
  recorder.begin('finish')
  const [game, edit] = [`/api/game/${made['game']}`, `/api/edit/games/${made['game']}`]
  await admin.put(`/api/admin/participation/${made['bluePlays']}`, { status: 'Suspended' })
  await until(nobody, `${game}/scoreboard`, (body) => body.items?.length === 2)
  await nobody.get(`${game}/scoreboard`, { note: 'one suspended' })
  await cyd.get(`${game}/details`, { note: 'suspended' })
  await admin.put(`/api/admin/participation/${made['bluePlays']}`, { status: 'Accepted' })
  await until(nobody, `${game}/scoreboard`, (body) => body.items?.length === 3)
  await admin.put(
    edit,
    { ...made['settings'], end: made['past'], writeupDeadline: made['past'] },
    { note: 'over' },
  )
  await nobody.get(game, { note: 'over' })
  await nobody.get(`${game}/scoreboard`, { note: 'over' })
  await ann.get(`${game}/details`, { note: 'over' })
  await ann.get(`${game}/challenges/${made['warmup']}`, { note: 'over' })
  await ann.post(`${game}/challenges/${made['warmup']}`, { flag: 'flag{warm}' }, { note: 'over' })
  const pdf = {
    name: 'file',
    file: 'ours.pdf',
    type: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7\nlate'),
  }
  await ann.upload('POST', `${game}/writeup`, pdf, { note: 'over' })
  await ann.post(game, { teamId: made['red'] }, { note: 'over' })
  const seconds = { mask: ['lastAccept', 'time'] }
  for (const query of ['', '?form=minimal'])
    await nobody.get(`${game}/ctftime${query}`, { note: query, ...seconds })
  await admin.get(`${game}/reveal`)
  const board = { mask: ['sha256'] }
  await admin.post(`${edit}/results`, { note: 'Thank you' }, board)
  await admin.get(`${edit}/results`, board)
  await nobody.get(`${game}/results`, board)
  await admin.delete(`${edit}/results`, { reason: 'A mistake' }, board)
  await admin.put(edit, { ...made['settings'], practiceMode: true }, { note: 'practice' })
  await ann.post(`${game}/challenges/${made['warmup']}`, { flag: 'flag{warm}' }, { note: 'practice' })
  await nobody.get('/api/game/recent?limit=5')
  await nobody.get('/api/game')
  await untilCounted(monitor, game)
  await monitor.get(`${game}/overview`, { note: 'over' })
}

/** @param {Setup} setup */
export async function cleanUp({ recorder, admin, nobody, ann, made }) {
  recorder.begin('clear away')
  const [game, edit] = [`/api/game/${made['game']}`, `/api/edit/games/${made['game']}`]
  await ann.delete(`/api/team/${made['red']}`, undefined, { note: 'played' })
  await admin.delete(`${edit}/writeups`)
  await admin.get(`/api/admin/writeups/${made['game']}`)
  await admin.delete(`${edit}/challenges/${made['warmup']}`)
  await nobody.get(`${game}/scoreboard`)
  await admin.delete(edit)
  await nobody.get(game, { note: 'deleted' })
  await nobody.get(`${game}/scoreboard`, { note: 'deleted' })
  await admin.delete(edit, undefined, { note: 'again' })
  await ann.get('/api/team')
  await admin.get('/api/admin/files')
  await ann.post('/api/account/logout')
}
