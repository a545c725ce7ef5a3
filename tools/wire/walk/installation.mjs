// @ts-check
import { createHash } from 'node:crypto'
import { must } from '../recorder.mjs'
import { imageUpload, password, readConditionally, until, untilQuiet } from './setup.mjs'

/** @typedef {import('./setup.mjs').Setup} Setup */

/** @param {Setup} setup */
export async function setUp({ recorder, build, nobody, admin }) {
  recorder.begin('set up')
  await nobody.get('/api/setup')
  const account = { userName: 'Admin', password, email: 'admin@example.test' }
  await nobody.post('/api/setup', { token: 'wrong', ...account }, { note: 'wrong token' })
  await nobody.post('/api/setup', { token: build.setupToken, ...account, password: 'weak' }, { note: 'weak' })
  const setUpBody = { token: build.setupToken, ...account, address: recorder.origin }
  must(await admin.post('/api/setup', setUpBody), 'setting it up')
  await nobody.post('/api/setup', { token: build.setupToken, ...account }, { note: 'once more' })
  await nobody.get('/api/setup')
  await admin.get('/api/account/profile')
}

/** @param {Setup} setup */
export async function readPublicPages(setup) {
  const { recorder, build, nobody, admin } = setup
  recorder.begin('look around')
  const { body } = await nobody.get('/openapi/v1.json', { opaque: true })
  setup.document = body
  recorder.write({ name: 'document', document: body })
  await nobody.get('/openapi', { opaque: true })
  for (const path of ['/', '/games', '/games/1/challenges', '/admin/settings', '/nothing.js', '/api/nothing'])
    await nobody.get(path)
  await nobody.get('/', { note: 'in Chinese', headers: { 'accept-language': 'zh-CN' } })
  await nobody.call('HEAD', '/')
  await nobody.post('/', {})
  await nobody.post('/api/nothing', {})
  await nobody.get('/api/team/1', { note: 'in Chinese', headers: { 'accept-language': 'zh-CN,zh;q=0.8' } })
  await nobody.get('/API/Config', { note: 'in other letters' })
  await nobody.get('/api/config/', { note: 'with a slash' })
  await readConditionally(nobody, '/favicon.webp')
  await nobody.get('/api/tunnel/download', { opaque: true })
  for (const path of ['/healthz', '/livez', '/readyz', '/startupz', '/metrics', '/api/config'])
    await nobody.get(path, { note: 'health port', base: build.healthOrigin, opaque: path === '/metrics' })
  await nobody.get('/healthz')
  for (const path of ['/api/config', '/api/captcha', '/api/posts', '/api/posts/latest'])
    await readConditionally(nobody, path)
  await nobody.get('/api/game/recent')
  await nobody.get('/api/game')
  await admin.get('/api/edit/games')
}

/**
 * @param {Setup} setup
 */
export async function changeSettings(setup) {
  const { recorder, nobody, admin } = setup
  recorder.begin('settings')
  await admin.get('/api/admin/config')
  const globalConfig = { title: 'Games', slogan: 'Play', description: 'A place', footerInfo: '*Foot*' }
  await admin.put('/api/admin/config', { globalConfig: { ...globalConfig, customTheme: '#112233' } })
  await admin.put('/api/admin/config', { globalConfig: { title: 'Other' } }, { note: 'some members' })
  await admin.get('/api/admin/config')
  await admin.put('/api/admin/config', { globalConfig: { customTheme: '' } }, { note: 'no theme' })
  await admin.put('/api/admin/config', { globalConfig: { customTheme: 'red' } }, { note: 'no color' })
  await admin.put('/api/admin/config', { accountPolicy: { emailDomainList: null } }, { note: 'null' })
  await admin.put('/api/admin/config', { containerPolicy: { defaultLifetime: 0 } }, { note: 'too little' })
  await admin.put('/api/admin/config', { containerPolicy: { defaultLifetime: 60, renewalWindow: 5 } })
  await admin.put('/api/admin/config', {})
  await nobody.get('/api/config')
  await admin.upload('POST', '/api/admin/config/logo', imageUpload(setup))
  const { body } = await nobody.get('/api/config', { note: 'with a logo' })
  if (typeof body?.logoUrl === 'string') await readConditionally(nobody, body.logoUrl)
  await nobody.get('/favicon.webp', { note: 'with a logo' })
  await admin.delete('/api/admin/config/logo')
  await nobody.get('/api/config', { note: 'without a logo' })
  await admin.get('/api/admin/config/address')
  await admin.put('/api/admin/config/address', { address: 'nowhere' }, { note: 'no address' })
  await admin.put('/api/admin/config/address', { address: recorder.origin })
  await admin.get('/api/admin/config/mail')
  const mail = {
    host: '127.0.0.1',
    port: 587,
    security: 'auto',
    userName: '',
    senderAddress: '',
    senderName: '',
  }
  await admin.put('/api/admin/config/mail', { ...mail, untested: true })
  await admin.get('/api/admin/config/captcha')
  await admin.put('/api/admin/config/captcha', { provider: 'HashPow', siteKey: '', difficulty: 9 })
  await tryCaptcha(setup)
  await watchOver(setup)
}

/** @param {Setup} setup */
async function tryCaptcha({ nobody, admin, recorder }) {
  const [pow, account] = [
    '/api/captcha/powchallenge',
    { password, userName: 'Robot', email: 'robot@example.test' },
  ]
  await admin.put('/api/admin/config', { accountPolicy: { useCaptcha: true } }, { note: 'captcha on' })
  await nobody.get('/api/captcha', { note: 'captcha on' })
  await nobody.post('/api/account/register', account, { note: 'without an answer' })
  const { body } = await nobody.get(pow)
  await nobody.post(
    '/api/account/register',
    { ...account, challenge: `${body?.id}:zz` },
    { note: 'nonsense' },
  )
  if (body !== undefined)
    await recorder
      .visitor('robot')
      .post('/api/account/register', { ...account, challenge: solve(body) }, { note: 'with an answer' })
  await admin.put('/api/admin/config', { accountPolicy: { useCaptcha: false } }, { note: 'captcha off' })
}

/** @param {{ id: string, challenge: string, difficulty: number }} task */
function solve({ id, challenge, difficulty }) {
  for (let count = 0; ; count++) {
    const answer = `a1b2c3d4${count.toString(16).padStart(8, '0')}`
    const sum = createHash('sha256')
      .update(Buffer.from(challenge + answer, 'hex'))
      .digest()
    if (Math.clz32(sum.readUInt32BE(0)) >= difficulty) return `${id}:${answer}`
  }
}

const load = [
  ...['readP99Ms', 'writeP99Ms', 'hashWaitMs', 'poolWaiting', 'poolWaitMs', 'commitMs'],
  ...['requests', 'connections'],
]
const figures = [
  ...['value', 'milliseconds', 'memoryMb', 'loopDelayMs', 'hubClients', 'node', 'version', 'kind'],
  ...load,
]

/** These are slow on a busy machine. */
const loaded = ['process', 'database', 'cache', 'storage']

/**
 * @param {{ warnings: { code: string }[], parts: { part: string, state: string }[] }} status
 */
function withoutLoad(status) {
  return {
    ...status,
    warnings: status.warnings.filter(({ code }) => !code.endsWith('.slow')),
    parts: status.parts.map((part) =>
      loaded.includes(part.part) && part.state === 'warning' ? { ...part, state: 'well' } : part,
    ),
  }
}

/** @param {Setup} setup */
async function watchOver({ admin }) {
  await until(admin, '/api/admin/status', (body) => body.processes?.length > 0)
  await admin.get('/api/admin/status', { mask: [...figures, 'database'], raced: withoutLoad })
  for (const part of ['storage', 'cache', 'mail', 'provider', 'captcha'])
    await admin.post('/api/admin/status/try', { part }, { note: part, mask: ['milliseconds'] })
  await admin.post('/api/admin/status/backup', { name: 'nightly' })
  await admin.get('/api/admin/instances')
  await admin.get('/api/admin/instances/provider')
  const none = '00000000-0000-4000-8000-000000000000'
  await admin.delete(`/api/admin/instances/${none}`)
  await admin.post(`/api/admin/instances/${none}/extend`)
  await admin.get(`/api/admin/instances/${none}/log`)
  const network = '198.51.100.0/24'
  await admin.put('/api/admin/venues', { network, people: 300 })
  await admin.get('/api/admin/venues')
  await admin.delete(`/api/admin/venues?network=${encodeURIComponent(network)}`)
}

/** @param {Setup} setup */
export async function publish(setup) {
  const { recorder, nobody, admin, made } = setup
  recorder.begin('posts')
  const news = { title: 'News', summary: 'Short', content: '# Long', tags: ['one', 'two'] }
  const { body: post } = must(await admin.post('/api/edit/posts', news), 'a post')
  const { body: other } = await admin.post('/api/edit/posts', { title: 'Second' })
  await admin.post('/api/edit/posts', { title: 'x'.repeat(51) }, { note: 'too long' })
  await admin.put(`/api/edit/posts/${other}`, { isPinned: true }, { note: 'pinned' })
  await admin.put(`/api/edit/posts/${post}`, { content: 'Other' })
  for (const path of ['/api/posts', '/api/posts/latest', `/api/posts/${post}`])
    await readConditionally(nobody, path)
  await admin.delete(`/api/edit/posts/${other}`)
  await nobody.get('/api/posts')

  recorder.begin('files')
  const text = { name: 'files', file: 'notes.txt', type: 'text/plain', bytes: Buffer.from('Some notes.\n') }
  const { body: files } = must(await admin.upload('POST', '/api/assets', text), 'a file')
  made['hash'] = files[0].hash
  const zip = {
    name: 'files',
    file: 'task.zip',
    type: 'application/zip',
    bytes: Buffer.from('PK not really'),
  }
  await admin.upload('POST', '/api/assets', [text, zip], { note: 'two' })
  await admin.upload('POST', '/api/assets?filename=renamed.bin', zip, { note: 'renamed' })
  await admin.upload('POST', '/api/assets', [], { note: 'none' })
  await admin.get('/api/admin/files')
  await admin.get('/api/admin/files?count=1&skip=1')
  await admin.get('/api/admin/files?count=1000', { note: 'too many' })
  const asset = `/assets/${made['hash']}/notes.txt`
  await readConditionally(nobody, asset)
  for (const range of ['bytes=0-3', 'bytes=5-', 'bytes=-4', 'bytes=90-', 'bytes=0-1,3-4', 'lines=1-2'])
    await nobody.get(asset, { note: range, headers: { range } })
  await nobody.get(`/assets/${made['hash']}/any%20name`)
  await nobody.get(`/assets/${made['hash'].toUpperCase()}/notes.txt`, { note: 'upper case' })
  await admin.delete(`/api/assets/${made['hash']}`)
  await admin.delete(`/api/assets/${made['hash']}`, undefined, { note: 'the last' })
  await nobody.get(asset, { note: 'deleted' })
}

/** @param {Setup} setup */
export async function readLogs({ recorder, admin }) {
  recorder.begin('logs')
  await untilQuiet(admin, '/api/admin/logs?count=500')
  await admin.get('/api/admin/logs?count=500')
  await admin.get('/api/admin/logs?level=Warning&count=5')
  await admin.get('/api/admin/logs?count=3&skip=2&detail=true')
  await admin.get('/api/admin/logs?search=Team&user=ann')
  await admin.get('/api/admin/logs?count=5000', { note: 'too many' })
}
