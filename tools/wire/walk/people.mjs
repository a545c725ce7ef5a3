// @ts-check
import { must } from '../recorder.mjs'
import { imageUpload, password } from './setup.mjs'
import { useSecondFactor } from './second-factor.mjs'

/**
 * @typedef {import('./setup.mjs').Setup} Setup
 * @typedef {import('./setup.mjs').Visitor} Visitor
 */

/** @param {string} name */
const accountOf = (name) => ({ userName: name, password, email: `${name}@example.test` })

/** @param {Setup} setup */
export async function register(setup) {
  const { recorder, nobody, admin, monitor, ann, bob, cyd, dan, made } = setup
  recorder.begin('register')
  for (const player of [ann, bob, cyd, dan])
    must(await player.post('/api/account/register', accountOf(player.name)), player.name)
  await nobody.post('/api/account/register', accountOf('ann'), { note: 'name taken' })
  await nobody.post(
    '/api/account/register',
    { ...accountOf('eve'), email: 'ann@example.test' },
    { note: 'mail taken' },
  )
  await nobody.post('/api/account/register', { ...accountOf('eve'), password: 'weak' }, { note: 'weak' })
  await nobody.post(
    '/api/account/register',
    { ...accountOf('eve'), email: 'nothing' },
    { note: 'no address' },
  )
  await nobody.post(
    '/api/account/register',
    { ...accountOf('e@e'), email: 'e@example.test' },
    { note: 'an at' },
  )
  await nobody.post(
    '/api/account/register',
    { ...accountOf('x'), email: 'x@example.test' },
    { note: 'too short' },
  )

  const users = [
    { ...accountOf('monitor'), realName: 'Mona', stdNumber: '7' },
    { ...accountOf('gus'), teamName: 'Guests' },
    { ...accountOf('hal'), teamName: 'Guests', phone: '+49 30 1' },
  ]
  must(await admin.post('/api/admin/users', users), 'users')
  await admin.post('/api/admin/users', [{ ...accountOf('gus'), realName: 'Gus' }], { note: 'again' })
  await admin.post('/api/admin/users', [{ ...accountOf('ivy'), password: 'weak' }], { note: 'weak' })
  await admin.post('/api/admin/users?trial=true', [{ ...accountOf('gus'), realName: 'Gus' }], {
    note: 'trial',
  })
  const { body: all } = must(await admin.get('/api/admin/users'), 'all users')
  for (const { userName, id } of all.data) made[userName] = id
  await admin.put(`/api/admin/users/${made['monitor']}`, { role: 'Monitor' })
  must(await monitor.post('/api/account/login', { userName: 'monitor', password }), 'the monitor')
}

/** @param {Setup} setup */
export async function keepAccounts(setup) {
  const { recorder, nobody, admin, ann } = setup
  recorder.begin('account')
  await nobody.post(
    '/api/account/login',
    { userName: 'ann', password: 'Wr0ngWord' },
    { note: 'wrong password' },
  )
  await nobody.post('/api/account/login', { userName: 'nobody', password }, { note: 'unknown' })
  const again = recorder.visitor('ann elsewhere')
  await again.post('/api/account/login', { userName: 'ANN@example.test', password }, { note: 'by mail' })
  await again.get('/api/account/profile')
  await again.post('/api/account/logout')
  await again.get('/api/account/profile', { note: 'logged out' })
  await nobody.get('/api/account/session')
  await ann.get('/api/account/session')
  await ann.put('/api/account/update', { bio: 'Hello', phone: '+1 2', realName: 'Ann', stdNumber: '12' })
  await ann.put('/api/account/update', { phone: '' }, { note: 'blank phone' })
  await ann.put('/api/account/update', { userName: 'bob' }, { note: 'name taken' })
  await ann.put('/api/account/update', { userName: 'annie' }, { note: 'renamed' })
  await ann.put('/api/account/update', { userName: 'ann' }, { note: 'renamed back' })
  await ann.get('/api/account/profile')
  const { body: avatar } = await ann.upload('PUT', '/api/account/avatar', imageUpload(setup))
  await ann.upload(
    'PUT',
    '/api/account/avatar',
    { ...imageUpload(setup), bytes: Buffer.from('no picture') },
    { note: 'text' },
  )
  await ann.upload(
    'PUT',
    '/api/account/avatar',
    { ...imageUpload(setup), bytes: Buffer.alloc(0) },
    { note: 'empty' },
  )
  await ann.upload(
    'PUT',
    '/api/account/avatar',
    { ...imageUpload(setup), name: 'other' },
    { note: 'another field' },
  )
  const { body: profile } = await ann.get('/api/account/profile')
  for (const path of [avatar, profile?.avatar]) await nobody.get(String(path))
  const next = 'Passw0rdToo'
  await ann.put('/api/account/changepassword', { old: 'Wr0ngWord', new: next }, { note: 'wrong' })
  await ann.put('/api/account/changepassword', { old: password, new: 'weakweak' }, { note: 'weak' })
  await ann.put('/api/account/changepassword', { old: password, new: next })
  await ann.put('/api/account/changepassword', { old: next, new: password }, { note: 'back' })
  await ann.get('/api/account/profile', { note: 'afterwards' })
  await ann.put('/api/account/changeemail', { newMail: 'ann@other.test' }, { note: 'confirmation off' })
  await passMails(setup)
  await useSecondFactor(setup, { userName: 'hal', password, id: setup.made['hal'] })
  await manageUsers(setup, again)
  await admin.get('/api/account/profile')
}

/** @param {Setup} setup */
async function passMails({ recorder, nobody, admin, ann }) {
  const accountPolicy = { activeOnRegister: false, emailConfirmationRequired: true }
  await admin.put('/api/admin/config', { accountPolicy }, { note: 'confirmation on' })
  const newcomer = recorder.visitor('kim')
  await newcomer.post('/api/account/register', accountOf('kim'))
  await newcomer.post('/api/account/login', { userName: 'kim', password }, { note: 'unconfirmed' })
  await recorder.visitor('lea').post('/api/account/register', accountOf('lea'))
  await nobody.post('/api/account/recovery', { email: 'nobody@example.test' }, { note: 'unknown' })
  await nobody.post('/api/account/recovery', { email: 'cyd@example.test' })
  await ann.put('/api/account/changeemail', { newMail: 'bob@example.test' }, { note: 'taken' })
  await ann.put('/api/account/changeemail', { newMail: 'ann@other.test' })
  const { body } = await admin.get('/api/admin/outbox')
  await admin.get('/api/admin/outbox?count=1&skip=1')
  /** @param {string} to */
  const mailTo = (to) => body?.data.find((/** @type {{ to: string }} */ one) => one.to === to) ?? {}
  /** @param {string} to */
  const linkTo = (to) =>
    new URL(/https?:\S+token=\S+/.exec(mailTo(to).text ?? '')?.[0] ?? 'http://none/').searchParams
  /** @param {URLSearchParams} link */
  const proof = (link) => ({ token: link.get('token') ?? 'none', email: link.get('email') ?? 'none' })
  await newcomer.post(
    '/api/account/verify',
    { ...proof(linkTo('kim@example.test')), token: 'AAAA' },
    { note: 'wrong' },
  )
  await newcomer.post('/api/account/verify', proof(linkTo('kim@example.test')))
  await newcomer.post('/api/account/verify', proof(linkTo('kim@example.test')), { note: 'again' })
  await newcomer.get('/api/account/profile')
  await admin.post(`/api/admin/outbox/${mailTo('lea@example.test').id}/confirm`)
  const { token: rToken, email } = proof(linkTo('cyd@example.test'))
  await nobody.post('/api/account/passwordreset', { rToken: 'AAAA', email, password }, { note: 'wrong' })
  await nobody.post('/api/account/passwordreset', { rToken, email, password })
  await nobody.post('/api/account/passwordreset', { rToken, email, password }, { note: 'again' })
  await logInElsewhere(recorder, 'cyd')
  await ann.post('/api/account/mailchangeconfirm', { token: 'AAAA', email: 'AAAA' }, { note: 'wrong' })
  await ann.post('/api/account/mailchangeconfirm', proof(linkTo('ann@other.test')))
  await ann.get('/api/account/profile', { note: 'with another address' })
  const { body: left } = await admin.get('/api/admin/outbox', { note: 'afterwards' })
  await admin.delete(`/api/admin/outbox/${left?.data?.[0]?.id ?? '00000000-0000-4000-8000-000000000000'}`)
  await admin.put(
    '/api/admin/config',
    { accountPolicy: { ...accountPolicy, allowRegister: false } },
    { note: 'registration off' },
  )
  await nobody.post('/api/account/register', accountOf('max'), { note: 'registration off' })
  await admin.put(
    '/api/admin/config',
    { accountPolicy: { allowRegister: true, activeOnRegister: true, emailConfirmationRequired: false } },
    { note: 'as before' },
  )
}

/**
 * @param {import('../recorder.mjs').Recorder} recorder
 * @param {string} name
 */
async function logInElsewhere(recorder, name) {
  await recorder.visitor(`${name} elsewhere`).post('/api/account/login', { userName: name, password })
}

/**
 * @param {Setup} setup
 * @param {Visitor} gus
 */
async function manageUsers({ recorder, admin, nobody, cyd, made }, gus) {
  must(await cyd.post('/api/account/login', { userName: 'cyd', password }), 'cyd')
  await admin.get('/api/admin/users?count=2&skip=1')
  await admin.get('/api/admin/users?count=501', { note: 'too many' })
  await admin.get('/api/admin/users?search=gus&sort=name')
  await admin.post('/api/admin/users/search?hint=GUS')
  await admin.post('/api/admin/users/search', undefined, { note: 'without a hint' })
  const user = `/api/admin/users/${made['gus']}`
  await admin.get(user)
  await admin.put(user, { bio: 'Changed', email: 'gus@other.test' })
  await admin.put(user, { userName: 'ann' }, { note: 'name taken' })
  await admin.put(user, { emailConfirmed: true })
  const { body: fresh } = await admin.delete(`${user}/password`, undefined, { opaque: true })
  if (typeof fresh === 'string') recorder.names.knowText(fresh, '<fresh password>')
  await gus.post('/api/account/login', { userName: 'gus', password: fresh }, { note: 'fresh password' })
  await admin.put(user, { role: 'Banned' }, { note: 'banned' })
  await gus.get('/api/account/profile', { note: 'banned' })
  await gus.post('/api/account/login', { userName: 'gus', password: fresh }, { note: 'banned' })
  await gus.post('/api/account/logout', undefined, { note: 'banned' })
  await admin.put(user, { role: 'User' }, { note: 'not banned' })
  await admin.delete(`${user}/sessions`)
  await admin.delete(user, undefined, { note: 'captain' })
  await admin.delete(`/api/admin/users/${made['hal']}`)
  await admin.delete(`/api/admin/users/${made['Admin']}`, undefined, { note: 'oneself' })
  await admin.put(`/api/admin/users/${made['Admin']}`, { role: 'User' }, { note: 'the last one' })
  await nobody.get('/api/account/profile')
}

/**
 * @param {Setup} setup
 */
export async function makeTokens({ recorder, admin, nobody, made }) {
  recorder.begin('tokens')
  const { body: plain } = must(await admin.post('/api/tokens', { name: 'Board', expiresIn: 30 }), 'a token')
  const { body: all } = must(
    await admin.post('/api/tokens', { name: 'Script', scopes: ['Everything'] }),
    'a token',
  )
  const { body: games } = await admin.post('/api/tokens', { name: 'Editor', scopes: ['Games'] })
  made['token'] = plain.token
  made['scripts'] = all.token
  await admin.get('/api/tokens')
  for (const [name, token] of [
    ['board', plain.token],
    ['script', all.token],
    ['editor', games?.token],
    ['broken', 'no.token'],
  ]) {
    const bearer = recorder.visitor(`${name} token`, { authorization: `Bearer ${token}` })
    for (const path of ['/api/admin/users?count=1', '/api/edit/games', '/api/account/profile', '/api/tokens'])
      await bearer.get(path)
  }
  const token = `/api/tokens/${games?.info.id}`
  await admin.delete(token)
  await recorder
    .visitor('editor token', { authorization: `Bearer ${games?.token}` })
    .get('/api/edit/games', { note: 'revoked' })
  await admin.post(`${token}/restore`)
  await admin.delete(`${token}?delete=true`)
  await admin.post(`${token}/restore`, undefined, { note: 'deleted' })
  await nobody.get('/api/tokens')
}
