import { testPassword } from '../../kit/world.ts'
import type { MakeExample } from './example.ts'
import { visit, somebody, admin, ownTeam, aboutSomebody } from './maker.ts'
import { unique } from './place.ts'
import { newAccount } from './sent.ts'
import { newInvite, signedTeam } from './things.ts'

export const accountExamples: Readonly<Record<string, MakeExample>> = {
  'info.config': visit(),
  'info.captcha': visit(),
  'info.powChallenge': visit(),

  'setup.status': visit(),
  'setup.administrator': async (place) => {
    const world = await place.elsewhere()
    const token = await world.app.modules.setup.token()
    return { as: world.visitor(), world, body: { token, ...newAccount() } }
  },

  'account.register': visit(() => ({ body: newAccount() })),
  'account.recovery': async (place) => {
    const { email } = await place.somebody()
    return { as: place.world.visitor(), body: { email } }
  },
  'account.passwordReset': async (place) => {
    const { email } = await place.somebody()
    await place.world.visitor().post('/api/account/recovery', { email })
    const { token: rToken, email: encoded } = await place.letter('reset', email)
    return { as: place.world.visitor(), body: { rToken, email: encoded, password: testPassword } }
  },
  'account.verify': async (place) => {
    const account = newAccount()
    await place.underPolicy({ activeOnRegister: false }, () =>
      place.world.visitor().post('/api/account/register', account),
    )
    return { as: place.world.visitor(), body: await place.letter('confirm', account.email) }
  },
  'account.login': async (place) => {
    const { userName, password } = await place.somebody()
    return { as: place.world.visitor(), body: { userName, password } }
  },
  'account.logout': somebody(),
  'account.update': somebody(() => ({
    body: { userName: `n${unique()}`, bio: 'bio', phone: '+49 30 1234', realName: 'Real', stdNumber: '17' },
  })),
  'account.changePassword': somebody(() => ({ body: { old: testPassword, new: `${testPassword}2` } })),
  'account.changeEmail': somebody(() => ({ body: { newMail: `${unique()}@elsewhere.example` } })),
  'account.mailChangeConfirm': async (place) => {
    const as = await place.somebody()
    const newMail = `${unique()}@elsewhere.example`
    await as.put('/api/account/changeemail', { newMail })
    return { as, body: await place.letter('change', newMail) }
  },
  'account.profile': somebody(),
  'account.session': somebody(),
  'account.avatar': async (place) => ({ as: await place.somebody(), file: place.png }),

  'team.read': async (place) => ({ as: place.world.visitor(), params: { id: place.team } }),
  'team.own': somebody(),
  'team.create': somebody(() => ({ body: { name: 'a team', bio: 'of ours' } })),
  'team.update': ownTeam(() => ({ body: { name: 'renamed', bio: 'new' } })),
  'team.delete': ownTeam(),
  'team.transfer': async (place) => {
    const [as, heir] = [await place.somebody(), await place.somebody()]
    return { as, params: { id: await place.newTeam(as, [heir]) }, body: { newCaptainId: heir.id } }
  },
  'team.invite': ownTeam(),
  'team.renewInvite': ownTeam(),
  'team.accept': async (place) => ({ as: await place.somebody(), body: await newInvite(place) }),
  'team.kick': async (place) => {
    const [as, member] = [await place.somebody(), await place.somebody()]
    return { as, params: { id: await place.newTeam(as, [member]), userId: member.id } }
  },
  'team.leave': async (place) => {
    const as = await place.somebody()
    return { as, params: { id: await place.newTeam(place.captain, [as]) } }
  },
  'team.avatar': async (place) => {
    const as = await place.somebody()
    return { as, params: { id: await place.newTeam(as) }, file: place.png }
  },
  'team.verify': visit(() => ({ body: signedTeam() })),
  'team.adminList': admin(() => ({ query: { count: 5, skip: 0, search: 'team', locked: false } })),
  'team.adminSearch': admin(() => ({ query: { hint: 'team' } })),
  'team.adminUpdate': async (place) => ({
    as: place.admin,
    params: { id: await place.newTeam(place.captain) },
    body: { name: 'renamed', bio: 'new', locked: true },
  }),
  'team.adminDelete': async (place) => ({
    as: place.admin,
    params: { id: await place.newTeam(place.captain) },
  }),

  'user.list': admin(() => ({
    query: {
      count: 5,
      skip: 0,
      search: 'user',
      role: 'User',
      confirmed: true,
      sort: 'name',
      descending: true,
    },
  })),
  'user.search': admin(() => ({ query: { hint: 'user' } })),
  'user.createMany': admin(() => ({
    query: { trial: false, portion: unique() },
    body: [{ ...newAccount(), realName: 'Real', stdNumber: '17', phone: '030 1234', teamName: 'made' }],
  })),
  'user.read': aboutSomebody(),
  'user.update': aboutSomebody(() => ({
    body: {
      userName: `n${unique()}`,
      email: `${unique()}@elsewhere.example`,
      bio: 'bio',
      phone: '030 1234',
      realName: 'Real',
      stdNumber: '17',
      emailConfirmed: true,
      role: 'Monitor',
    },
  })),
  'user.delete': aboutSomebody(),
  'user.endSessions': aboutSomebody(),
  'user.resetPassword': aboutSomebody(),
}
