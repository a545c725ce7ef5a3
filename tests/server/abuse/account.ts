import { beginFactor, codeOf, loginTicket, setUpFactor } from '../../kit/second-factor.ts'
import { testPassword } from '../../kit/world.ts'
import type { MakeExample } from './example.ts'
import { aboutUser, admin, ownTeam, user, visit } from './maker.ts'
import { newInvite, signedTeam } from './resources.ts'
import { newAccount } from './request-bodies.ts'
import { unique } from './setup.ts'

const withFactor: MakeExample = async (setup) => {
  const as = await setup.newUser()
  const { recoveryCodes } = await setUpFactor(setup.world, as)
  return { as, body: { password: testPassword, code: recoveryCodes[0] } }
}

export const accountExamples: Readonly<Record<string, MakeExample>> = {
  'info.config': visit(),
  'info.captcha': visit(),
  'info.powChallenge': visit(),

  'setup.status': visit(),
  'setup.administrator': async (setup) => {
    const world = await setup.elsewhere()
    const token = await world.app.modules.setup.token()
    return { as: world.visitor(), world, body: { token, ...newAccount() } }
  },

  'account.register': visit(() => ({ body: newAccount() })),
  'account.recovery': async (setup) => {
    const { email } = await setup.newUser()
    return { as: setup.world.visitor(), body: { email } }
  },
  'account.passwordReset': async (setup) => {
    const { email } = await setup.newUser()
    await setup.world.visitor().post('/api/account/recovery', { email })
    const { token: rToken, email: encoded } = await setup.mailOf('reset', email)
    return { as: setup.world.visitor(), body: { rToken, email: encoded, password: testPassword } }
  },
  'account.verify': async (setup) => {
    const account = newAccount()
    await setup.underPolicy({ activeOnRegister: false }, () =>
      setup.world.visitor().post('/api/account/register', account),
    )
    return { as: setup.world.visitor(), body: await setup.mailOf('confirm', account.email) }
  },
  'account.login': async (setup) => {
    const { userName, password } = await setup.newUser()
    return { as: setup.world.visitor(), body: { userName, password } }
  },
  'account.loginSecond': async (setup) => {
    const owner = await setup.newUser()
    const { recoveryCodes } = await setUpFactor(setup.world, owner)
    const as = setup.world.visitor()
    const { ticket } = await loginTicket(as, owner.userName)
    return { as, body: { ticket, code: recoveryCodes[0] } }
  },
  'account.logout': user(),
  'account.update': user(() => ({
    body: { userName: `n${unique()}`, bio: 'bio', phone: '+49 30 1234', realName: 'Real', stdNumber: '17' },
  })),
  'account.changePassword': user(() => ({ body: { old: testPassword, new: `${testPassword}2` } })),
  'account.changeEmail': user(() => ({ body: { newMail: `${unique()}@elsewhere.example` } })),
  'account.mailChangeConfirm': async (setup) => {
    const as = await setup.newUser()
    const newMail = `${unique()}@elsewhere.example`
    await as.put('/api/account/changeemail', { newMail })
    return { as, body: await setup.mailOf('change', newMail) }
  },
  'account.profile': user(),
  'account.session': user(),
  'account.avatar': async (setup) => ({ as: await setup.newUser(), file: setup.png }),

  'secondFactor.read': user(),
  'secondFactor.begin': user(() => ({ body: { password: testPassword } })),
  'secondFactor.confirm': async (setup) => {
    const as = await setup.newUser()
    const { secret, setup: begun } = await beginFactor(as)
    return { as, body: { setup: begun, code: codeOf(secret, setup.world.clock.now()) } }
  },
  'secondFactor.remove': withFactor,
  'secondFactor.renewCodes': withFactor,

  'team.read': async (setup) => ({ as: setup.world.visitor(), params: { id: setup.team } }),
  'team.own': user(),
  'team.create': user(() => ({ body: { name: 'a team', bio: 'of ours' } })),
  'team.update': ownTeam(() => ({ body: { name: 'renamed', bio: 'new' } })),
  'team.delete': ownTeam(),
  'team.transfer': async (setup) => {
    const [as, heir] = [await setup.newUser(), await setup.newUser()]
    return { as, params: { id: await setup.newTeam(as, [heir]) }, body: { newCaptainId: heir.id } }
  },
  'team.invite': ownTeam(),
  'team.renewInvite': ownTeam(),
  'team.invitation': async (setup) => ({ as: setup.world.visitor(), body: await newInvite(setup) }),
  'team.accept': async (setup) => ({ as: await setup.newUser(), body: await newInvite(setup) }),
  'team.kick': async (setup) => {
    const [as, member] = [await setup.newUser(), await setup.newUser()]
    return { as, params: { id: await setup.newTeam(as, [member]), userId: member.id } }
  },
  'team.leave': async (setup) => {
    const as = await setup.newUser()
    return { as, params: { id: await setup.newTeam(setup.captain, [as]) } }
  },
  'team.avatar': async (setup) => {
    const as = await setup.newUser()
    return { as, params: { id: await setup.newTeam(as) }, file: setup.png }
  },
  'team.verify': visit(() => ({ body: signedTeam() })),
  'team.adminList': admin(() => ({ query: { count: 5, skip: 0, search: 'team', locked: false } })),
  'team.adminSearch': admin(() => ({ query: { hint: 'team' } })),
  'team.adminUpdate': async (setup) => ({
    as: setup.admin,
    params: { id: await setup.newTeam(setup.captain) },
    body: { name: 'renamed', bio: 'new', locked: true },
  }),
  'team.adminDelete': async (setup) => ({
    as: setup.admin,
    params: { id: await setup.newTeam(setup.captain) },
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
  'user.read': aboutUser(),
  'user.update': aboutUser(() => ({
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
  'user.delete': aboutUser(),
  'user.endSessions': aboutUser(),
  'user.resetPassword': aboutUser(),
  'user.removeFactor': async (setup) => {
    const owner = await setup.newUser()
    await setUpFactor(setup.world, owner)
    return { as: setup.admin, params: { id: owner.id } }
  },
}
