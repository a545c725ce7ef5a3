// @ts-check
import { must } from '../recorder.mjs'
import { hour, imageUpload } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

/** @param {Setup} setup */
export async function organize(setup) {
  const { recorder, admin, nobody, made } = setup
  recorder.begin('organize')
  const start = Date.now() - hour
  for (const [name, time] of /** @type {[string, number][]} */ ([
    ['start', start],
    ['end', start + 24 * hour],
    ['write-ups', start + 48 * hour],
    ['deadline', start + 12 * hour],
    ['early start', start + 6 * hour],
    ['past', start + hour / 2],
  ])) {
    recorder.names.knowTime(time, name)
    made[name] = time
  }
  const game = {
    title: 'Spring',
    summary: 'A game',
    content: '# Rules',
    acceptWithoutReview: true,
    writeupRequired: true,
    practiceMode: false,
    start: made['early start'],
    end: made['end'],
    writeupDeadline: made['write-ups'],
    writeupNote: 'As PDF',
    teamMemberCountLimit: 3,
  }
  made['settings'] = game
  const { body } = must(await admin.post('/api/edit/games', game), 'a game')
  made['game'] = body.id
  const edit = `/api/edit/games/${body.id}`
  await admin.post('/api/edit/games', { ...game, title: '' }, { note: 'no title' })
  await admin.post('/api/edit/games', { ...game, summary: null }, { note: 'null' })
  await admin.get('/api/edit/games?count=10')
  await admin.get(edit)
  for (const path of ['scoreboard', 'notices', 'details', 'check']) {
    await nobody.get(`/api/game/${body.id}/${path}`, { note: 'before the start' })
    await setup.ann.get(`/api/game/${body.id}/${path}`, { note: 'before the start' })
  }
  await admin.put(edit, { ...game, start, bloodBonus: 52_459_530 })
  await admin.put(edit, { ...game, start, bloodBonus: 2_000_000_000 }, { note: 'wrong bonus' })
  await admin.put(edit, { ...game, start, bloodBonus: 314_726_450 })
  await admin.put(
    edit,
    { title: 'Spring' },
    { note: 'another version', headers: { 'if-match': 'W/"other"' } },
  )
  made['settings'] = { ...game, start, bloodBonus: 314_726_450 }
  await admin.get(`${edit}/hashsalt`)
  await admin.upload('PUT', `${edit}/poster`, imageUpload(setup))
  await nobody.get(`/api/game/${body.id}`)
  await setup.ann.get(`/api/game/${body.id}`)
  await nobody.get('/api/game?count=5')
  await nobody.get('/api/game?count=51', { note: 'too many' })
  await makeDivisions(setup)
  await makeChallenges(setup)
}

/** @param {Setup} setup */
async function makeDivisions({ admin, made }) {
  const divisions = `/api/edit/games/${made['game']}/divisions`
  const { body: students } = must(
    await admin.post(divisions, { name: 'Students', inviteCode: 'stud', defaultPermissions: 2_147_483_643 }),
    'a division',
  )
  const { body: guests } = await admin.post(divisions, { name: 'Guests', defaultPermissions: 7943 })
  await admin.post(divisions, { name: '' }, { note: 'no name' })
  await admin.post(divisions, { name: 'All' }, { note: 'as it comes' })
  await admin.put(`${divisions}/${guests?.id}`, { name: 'Guest', defaultPermissions: 7943 })
  await admin.put(`${divisions}/${guests?.id}`, { inviteCode: 'x'.repeat(33) }, { note: 'too long' })
  await admin.get(divisions)
  await admin.delete(`${divisions}/${guests?.id}`)
  made['division'] = students.id
}

/** @param {Setup} setup */
async function makeChallenges({ recorder, admin, made }) {
  const all = `/api/edit/games/${made['game']}/challenges`
  const kinds = {
    warmup: { title: 'Warm-up', category: 'Misc', type: 'StaticAttachment' },
    files: { title: 'A file each', category: 'Crypto', type: 'DynamicAttachment' },
    box: { title: 'Same box', category: 'Web', type: 'StaticContainer' },
    boxes: { title: 'A box each', category: 'Pwn', type: 'DynamicContainer' },
    spare: { title: 'Spare', category: 'Web', type: 'StaticAttachment' },
  }
  for (const [name, kind] of Object.entries(kinds))
    made[name] = must(await admin.post(all, kind), name).body.id
  await admin.post(all, { title: '' }, { note: 'no title' })
  await admin.post(all, { title: 'A', category: 'Cooking' }, { note: 'unknown category' })
  const at = (/** @type {string} */ name) => `${all}/${made[name]}`
  const task = { name: 'files', file: 'task.txt', type: 'text/plain', bytes: Buffer.from('The task.\n') }
  const { body: files } = await admin.upload('POST', '/api/assets', [
    task,
    { ...task, file: 'one.txt', bytes: Buffer.from('For one team.\n') },
    { ...task, file: 'two.txt', bytes: Buffer.from('For another.\n') },
  ])
  const [hash, one, two] = files.map((/** @type {{ hash: string }} */ file) => file.hash)
  made['task'] = `/assets/${hash}/task.txt`
  await admin.put(at('warmup'), { isEnabled: true }, { note: 'without a flag' })
  await admin.post(`${at('warmup')}/flags`, [{ flag: 'flag{warm}' }, { flag: 'flag{up}' }])
  await admin.post(`${at('warmup')}/flags`, [{ flag: '' }], { note: 'blank' })
  await admin.post(`${at('warmup')}/attachment`, { attachmentType: 'Local', fileHash: hash })
  await admin.put(at('warmup'), {
    content: 'Read *it*.',
    hints: ['Look'],
    originalScore: 500,
    minScoreRate: 0.5,
  })
  await admin.put(at('warmup'), { minScoreRate: 2 }, { note: 'wrong rate' })
  await admin.put(at('warmup'), { enableTrafficCapture: true }, { note: 'no container' })
  await admin.put(at('warmup'), { fileName: ' ' }, { note: 'blank file name' })
  await admin.put(at('warmup'), { isEnabled: true })
  await admin.post(
    `${at('files')}/flags`,
    // One at a time: which of several a team gets is random.
    [{ flag: 'flag{one}', attachmentType: 'Local', fileHash: one }],
    { note: 'with a file' },
  )
  made['next flags'] = [
    { flag: 'flag{two}', attachmentType: 'Local', fileHash: two },
    { flag: 'flag{far}', attachmentType: 'Remote', remoteUrl: 'https://files.example/far.zip' },
  ]
  await admin.post(
    `${at('files')}/attachment`,
    { attachmentType: 'Local', fileHash: hash },
    { note: 'a file each' },
  )
  await admin.put(at('files'), { isEnabled: true, fileName: 'given.txt', submissionLimit: 4, difficulty: 1 })
  const container = {
    containerImage: ' registry.example/box:1 ',
    memoryLimit: 128,
    cpuCount: 5,
    exposePort: 8080,
  }
  await admin.put(at('box'), { ...container, networkMode: 'Isolated', storageLimit: 512 })
  await admin.post(`${at('box')}/flags`, [{ flag: 'flag{box}' }])
  await admin.put(at('box'), { isEnabled: true, deadlineUtc: made['deadline'] })
  await admin.put(at('boxes'), { ...container, flagTemplate: 'flag{easy}' }, { note: 'too weak' })
  await admin.put(at('boxes'), { ...container, flagTemplate: 'flag{[TEAM_HASH]}', disableBloodBonus: true })
  await admin.put(at('boxes'), { isEnabled: true })
  await admin.post(`${at('spare')}/attachment`, {
    attachmentType: 'Remote',
    remoteUrl: 'https://files.example/a',
  })
  await admin.post(
    `${at('spare')}/attachment`,
    { attachmentType: 'Remote', remoteUrl: 'javascript:alert(1)' },
    { note: 'script' },
  )
  await admin.post(`${at('spare')}/flags`, [{ flag: 'flag{spare}' }])
  const { body: spare } = await admin.get(at('spare'))
  await admin.delete(`${at('spare')}/flags/${spare?.flags[0].id}`)
  await admin.delete(`${at('spare')}/flags/987654`, undefined, { note: 'unknown' })
  await admin.get(at('warmup'))
  await admin.get(at('files'))
  await admin.get(all)
  await admin.get(`${all}?detail=true`)
  const order = ['boxes', 'box', 'files', 'warmup', 'spare'].map((name) => made[name])
  await admin.put(all, order)
  await admin.get(all, { note: 'in another order' })
  await admin.put(`/api/edit/games/${made['game']}/divisions/${made['division']}`, {
    name: 'Students',
    challengeConfigs: [{ challengeId: made['files'], permissions: 256 }],
  })
  for (const name of ['box', 'warmup']) {
    await admin.post(`${at(name)}/container`)
    await admin.get(`${at(name)}/container/log`)
    await admin.delete(`${at(name)}/container`)
  }
  await admin.delete(at('spare'))
  await admin.get(at('spare'), { note: 'deleted' })
  await recorder.visitor('script', { authorization: `Bearer ${made['scripts']}` }).get(all)
}
