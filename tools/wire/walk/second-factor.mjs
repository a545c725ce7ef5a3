import { createHmac } from 'node:crypto'

const root = '/api/account/second-factor'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secret = { opaque: true }

/**
 * @typedef {import('../recorder.mjs').Recorder} Recorder
 * @typedef {{ userName: string, password: string, id: string | undefined }} Owner
 */

/**
 * Sets a second factor up, logs in with it, and has it removed by its owner and by an administrator.
 *
 * @param {{ recorder: Recorder, admin: ReturnType<Recorder['visitor']> }} setup
 * @param {Owner} owner
 */
export async function useSecondFactor({ recorder, admin }, { userName, password, id }) {
  recorder.begin('second factor')
  const visitor = recorder.visitor(`${userName} with a second factor`)
  await visitor.post('/api/account/login', { userName, password })
  await visitor.get(root)
  await visitor.post(`${root}/begin`, { password: 'Wr0ngWord' }, { note: 'wrong password' })
  await visitor.post(root, { setup: 'nothing', code: '000000' }, { note: 'made up' })
  const codes = await setUp(recorder, visitor, password)
  await visitor.get(root, { note: 'set up' })
  await visitor.post(`${root}/begin`, { password }, { note: 'set up' })

  const elsewhere = recorder.visitor(`${userName} with a code`)
  const { body } = await elsewhere.post(
    '/api/account/login',
    { userName, password },
    { note: 'asks for a code' },
  )
  const ticket = body?.data?.ticket ?? 'none'
  await elsewhere.post('/api/account/login/second', { ticket, code: '-' }, { note: 'wrong code' })
  await elsewhere.post('/api/account/login/second', { ticket, code: codes[0] })
  await elsewhere.post('/api/account/login/second', { ticket, code: codes[1] }, { note: 'again' })
  await elsewhere.get('/api/account/profile', { note: 'with a code' })
  await elsewhere.post(`${root}/recovery-codes`, { password, code: '-' }, { note: 'wrong code' })
  const { body: renewed } = await elsewhere.post(
    `${root}/recovery-codes`,
    { password, code: codes[2] },
    secret,
  )
  const fresh = renewed?.recoveryCodes?.[0]
  if (fresh !== undefined) recorder.names.knowText(fresh, '<recovery code>')
  await elsewhere.post(`${root}/remove`, { password, code: '-' }, { note: 'wrong code' })
  await elsewhere.post(`${root}/remove`, { password, code: fresh })
  await elsewhere.post(`${root}/remove`, { password, code: fresh }, { note: 'again' })

  await setUp(recorder, elsewhere, password)
  await admin.get('/api/admin/users?search=' + userName, { note: 'with a second factor' })
  await admin.delete(`/api/admin/users/${id}/second-factor`)
  await admin.delete(`/api/admin/users/${id}/second-factor`, undefined, { note: 'again' })
  await elsewhere.post('/api/account/logout')
}

/**
 * @param {Recorder} recorder
 * @param {ReturnType<Recorder['visitor']>} visitor
 * @param {string} password
 * @returns {Promise<string[]>}
 */
async function setUp({ names }, visitor, password) {
  const { body: begun } = await visitor.post(`${root}/begin`, { password }, secret)
  const code = codeOf(begun?.secret ?? '', Date.now())
  if (begun?.setup !== undefined) names.knowText(begun.setup, '<setup>')
  names.knowText(code, '<code>')
  const { body } = await visitor.post(root, { setup: begun?.setup ?? '-', code }, secret)
  const codes = body?.recoveryCodes ?? []
  for (const one of codes) names.knowText(one, '<recovery code>')
  return codes
}

/**
 * @param {string} key
 * @param {number} at
 */
function codeOf(key, at) {
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
