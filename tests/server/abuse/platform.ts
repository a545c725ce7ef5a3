import { randomBytes } from 'node:crypto'
import { register, registrationOf } from '../../kit/account.ts'
import type { MakeExample } from './example.ts'
import { admin, visit } from './maker.ts'
import { endRehearsal, newRehearsal } from '../../kit/rehearsal.ts'
import { newFile, newPost, newToken } from './resources.ts'
import { newsOf, settings, watchedBy } from './request-bodies.ts'
import { unique } from './setup.ts'

export const platformExamples: Readonly<Record<string, MakeExample>> = {
  'post.list': visit(),
  'post.latest': visit(),
  'post.read': async (setup) => ({ as: setup.world.visitor(), params: { id: await newPost(setup) } }),
  'post.create': admin(() => ({ body: newsOf() })),
  'post.edit': async (setup) => ({ as: setup.admin, params: { id: await newPost(setup) }, body: newsOf() }),
  'post.delete': async (setup) => ({ as: setup.admin, params: { id: await newPost(setup) } }),

  'file.download': async (setup) => ({
    as: setup.world.visitor(),
    params: { hash: await newFile(setup), filename: 'file.bin' },
  }),
  'file.favicon': visit(),
  'file.list': admin(() => ({ query: { count: 5, skip: 0, search: 'file', detail: true } })),
  'file.upload': async ({ admin: as }) => ({
    as,
    query: { filename: 'name.bin' },
    file: new Uint8Array(randomBytes(64)),
  }),
  'file.delete': async (setup) => ({ as: setup.admin, params: { hash: await newFile(setup) } }),

  'audit.list': admin(() => ({ query: { ...watchedBy, count: 5, skip: 0 } })),
  'log.list': admin(() => ({
    query: {
      ...{ level: 'All', count: 5, skip: 0, search: 'a', user: 'a', address: '127', detail: true },
      ...{ from: 0, to: 4_000_000_000_000 },
    },
  })),

  'mail.outbox': admin(() => ({ query: { count: 5, skip: 0 } })),
  'mail.deleteFromOutbox': async (setup) => {
    const { email } = await setup.newUser()
    await setup.world.visitor().post('/api/account/recovery', { email })
    const { id } = await setup.world.db
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    return { as: setup.admin, params: { id } }
  },

  'mail.confirmFromOutbox': async (setup) => {
    const { world, as } = await setup.elsewhereAdmin()
    const policy = { activeOnRegister: false, emailConfirmationRequired: true }
    await as.put('/api/admin/config', { accountPolicy: policy })
    const sign = registrationOf(unique(), `${unique()}@players.example`)
    await register(world.visitor(), sign)
    await as.put('/api/admin/config', { accountPolicy: { ...policy, activeOnRegister: true } })
    const { id } = await world.db
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', sign.email)
      .executeTakeFirstOrThrow()
    return { world, as, params: { id } }
  },

  'setting.read': admin(),
  // Elsewhere, since other calls rely on this place's settings.
  'setting.edit': async (setup) => ({ ...(await setup.elsewhereAdmin()), body: settings }),
  'setting.readAddress': admin(),
  'setting.editAddress': async (setup) => ({
    ...(await setup.elsewhereAdmin()),
    body: { address: 'https://ctf.example' },
  }),
  'setting.readMailServer': admin(),
  'setting.editMailServer': async (setup) => ({
    ...(await setup.mailingAdmin()),
    body: {
      ...{ host: 'mail.ctf.example', port: 587, security: 'auto', userName: 'a', password: 'b' },
      ...{ senderAddress: 'noreply@ctf.example', senderName: 'A', untested: true },
    },
  }),
  'setting.readCaptcha': admin(),
  'setting.editCaptcha': async (setup) => ({
    ...(await setup.elsewhereAdmin()),
    body: { provider: 'HashPow', siteKey: '', secretKey: null, difficulty: 18 },
  }),
  'setting.setLogo': async (setup) => ({ as: setup.admin, file: setup.png }),
  'setting.removeLogo': admin(),

  'venue.list': admin(),
  'venue.set': admin(() => ({ body: { network: '192.0.2.0/24', people: 40 } })),
  'venue.remove': async ({ admin: as }) => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}::/48`
    await as.put('/api/admin/venues', { network, people: 40 })
    return { as, query: { network } }
  },

  'rehearsal.read': admin(),
  'rehearsal.begin': async (setup) => {
    const elsewhere = await setup.elsewhereAdmin()
    await endRehearsal(elsewhere.as)
    return { ...elsewhere, body: { teams: 1 } }
  },
  'rehearsal.run': async (setup) => {
    const elsewhere = await setup.elsewhereAdmin()
    await endRehearsal(elsewhere.as)
    return { ...elsewhere, body: { teams: 1, burst: 1, minutes: 0.05 } }
  },
  'rehearsal.cast': async (setup) => {
    const elsewhere = await setup.elsewhereAdmin()
    return { ...elsewhere, params: { id: await newRehearsal(elsewhere.as) } }
  },
  'rehearsal.tell': async (setup) => {
    const elsewhere = await setup.elsewhereAdmin()
    const id = await newRehearsal(elsewhere.as)
    return { ...elsewhere, params: { id }, body: { step: 'door' } }
  },
  'rehearsal.end': async (setup) => {
    const elsewhere = await setup.elsewhereAdmin()
    return { ...elsewhere, params: { id: await newRehearsal(elsewhere.as) }, body: { outcome: null } }
  },

  'token.list': admin(),
  'token.create': admin(() => ({ body: { name: 'a token', expiresIn: 30, scopes: ['Games', 'Users'] } })),
  'token.restore': async (setup) => ({ as: setup.admin, params: { id: await newToken(setup) } }),
  'token.revoke': async (setup) => ({
    as: setup.admin,
    params: { id: await newToken(setup) },
    query: { delete: false },
  }),

  'status.read': admin(),
  'status.try': admin(() => ({ body: { part: 'cache' } })),
  'status.backUpNow': admin(() => ({})),
  'status.backup': admin(() => ({ body: { name: 'nightly' } })),

  'tunnel.download': visit(),
}
