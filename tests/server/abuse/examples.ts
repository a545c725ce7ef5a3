import { randomBytes } from 'node:crypto'
import type { Route } from '@pennant/contract/route'
import { packageOf } from '../../kit/package.ts'
import { testPassword } from '../../kit/world.ts'
import { utf8, type Example, type MakeExample } from './example.ts'
import { instanceExamples } from './instance.ts'
import { unique, type Place } from './place.ts'
import { challengeOf, divisionOf, gameOf, newAccount, newsOf, settings, watchedBy } from './sent.ts'
import {
  newCapture,
  newChallenge,
  newDivision,
  newEntrant,
  newFile,
  newInvite,
  newLook,
  newNotice,
  newPlayer,
  newPost,
  newSubmission,
  newToken,
  newTunnel,
  signedTeam,
} from './things.ts'

/**
 * A valid call of every declared route. Whoever declares a route adds its line here: that is what brings it
 * under the suite.
 */
const examples: Readonly<Record<string, MakeExample>> = {
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

  'post.list': visit(),
  'post.latest': visit(),
  'post.read': async (place) => ({ as: place.world.visitor(), params: { id: await newPost(place) } }),
  'post.create': admin(() => ({ body: newsOf() })),
  'post.edit': async (place) => ({ as: place.admin, params: { id: await newPost(place) }, body: newsOf() }),
  'post.delete': async (place) => ({ as: place.admin, params: { id: await newPost(place) } }),

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

  'proxy.team': async (place) => ({ as: place.world.visitor(), params: { id: await newTunnel(place) } }),
  'proxy.test': async (place) => ({
    as: place.world.visitor(),
    params: { id: await newTunnel(place, { test: true }) },
  }),
  ...instanceExamples,

  'file.download': async (place) => ({
    as: place.world.visitor(),
    params: { hash: await newFile(place), filename: 'file.bin' },
  }),
  'file.favicon': visit(),
  'file.list': admin(() => ({ query: { count: 5, skip: 0, search: 'file', detail: true } })),
  'file.upload': async ({ admin: as }) => ({
    as,
    query: { filename: 'name.bin' },
    file: new Uint8Array(randomBytes(64)),
  }),
  'file.delete': async (place) => ({ as: place.admin, params: { hash: await newFile(place) } }),

  'log.list': admin(() => ({
    query: {
      ...{ level: 'All', count: 5, skip: 0, search: 'a', user: 'a', address: '127', detail: true },
      ...{ from: 0, to: 4_000_000_000_000 },
    },
  })),
  'mail.outbox': admin(() => ({ query: { count: 5, skip: 0 } })),
  'mail.deleteFromOutbox': async (place) => {
    const { email } = await place.somebody()
    await place.world.visitor().post('/api/account/recovery', { email })
    const { id } = await place.world.db
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    return { as: place.admin, params: { id } }
  },

  'setting.read': admin(),
  // Elsewhere: the others rely on the settings of the place.
  'setting.edit': async (place) => ({ ...(await place.elsewhereAdmin()), body: settings }),
  'setting.setLogo': async (place) => ({ as: place.admin, file: place.png }),
  'setting.removeLogo': admin(),

  'game.recent': visit(() => ({ query: { limit: 5 } })),
  'game.list': visit(() => ({ query: { count: 5, skip: 0 } })),
  'game.read': async (place) => ({
    as: place.world.visitor(),
    params: { id: (await place.newGame()).game },
  }),
  'game.create': admin(() => ({ body: gameOf() })),
  'game.editList': admin(() => ({ query: { count: 5, skip: 0 } })),
  'game.editRead': someGame(),
  'game.update': someGame(() => ({ body: gameOf() })),
  'game.delete': someGame(),
  'game.hashSalt': someGame(),
  'game.setPoster': async (place) => ({
    as: place.admin,
    params: { id: (await place.newGame()).game },
    file: place.png,
  }),

  'division.list': someGame(),
  'division.create': async (place) => {
    const { game, challenge } = await newDivision(place)
    return { as: place.admin, params: { id: game }, body: divisionOf(challenge) }
  },
  'division.update': async (place) => {
    const { game, division, challenge } = await newDivision(place)
    return { as: place.admin, params: { id: game, did: division }, body: divisionOf(challenge) }
  },
  'division.delete': async (place) => {
    const { game, division } = await newDivision(place)
    return { as: place.admin, params: { id: game, did: division } }
  },

  'challenge.read': async (place) => {
    const { as, game, challenge } = await newLook(place)
    return { as, params: { id: game, cid: challenge } }
  },
  'challenge.create': someGame(() => ({
    body: { title: 'Challenge', category: 'Crypto', type: 'StaticContainer' },
  })),
  'challenge.editList': someGame(),
  'challenge.order': async (place) => {
    const { game, challenge } = await newChallenge(place)
    return { as: place.admin, params: { id: game }, body: [challenge] }
  },
  'challenge.editRead': someChallenge(),
  'challenge.update': someChallenge(() => ({ body: challengeOf() })),
  'challenge.delete': someChallenge(),
  'challenge.setAttachment': async (place) => ({
    ...(await someChallenge()(place)),
    body: { attachmentType: 'Local', fileHash: await newFile(place), remoteUrl: 'https://files.example/a' },
  }),
  'challenge.addFlags': async (place) => ({
    ...(await someChallenge()(place)),
    body: [
      {
        flag: 'flag{a}',
        attachmentType: 'Remote',
        fileHash: await newFile(place),
        remoteUrl: 'https://files.example/a',
      },
    ],
  }),
  'challenge.removeFlag': async (place) => {
    const { game, challenge, flag } = await newChallenge(place)
    return { as: place.admin, params: { id: game, cid: challenge, fid: flag } }
  },

  'notice.list': async (place) => ({
    as: place.world.visitor(),
    params: { id: (await newNotice(place)).game },
    query: { count: 5, skip: 0 },
  }),
  'notice.create': someGame(() => ({ body: { content: 'an announcement' } })),
  'notice.editList': someGame(),
  'notice.update': async (place) => {
    const { game, notice } = await newNotice(place)
    return { as: place.admin, params: { id: game, nid: notice }, body: { content: 'another one' } }
  },
  'notice.delete': async (place) => {
    const { game, notice } = await newNotice(place)
    return { as: place.admin, params: { id: game, nid: notice } }
  },

  'participation.check': async (place) => ({
    as: await place.somebody(),
    params: { id: (await place.newGame()).game },
  }),
  'participation.join': async (place) => {
    const { as, game, body } = await newEntrant(place)
    return { as, params: { id: game }, body }
  },
  'participation.leave': async (place) => {
    const { as, game } = await newPlayer(place, 'Pending')
    return { as, params: { id: game } }
  },
  'participation.list': someGame(),
  'participation.edit': async (place) => {
    const { participation } = await place.newGame()
    return { as: place.admin, params: { id: participation }, body: { status: 'Accepted', divisionId: null } }
  },
  'participation.decideMany': async (place) => {
    const { game, participation } = await place.newGame()
    const ids = [participation, 2_000_000_000]
    return { as: place.admin, params: { id: game }, body: { ids, status: 'Accepted', divisionId: null } }
  },
  'scoreboard.read': async (place) => ({
    as: place.world.visitor(),
    params: { id: (await place.newGame()).game },
  }),
  'scoreboard.details': async (place) => {
    const { as, game } = await newPlayer(place)
    return { as, params: { id: game } }
  },
  'scoreboard.flush': someGame(),
  'scoreboard.updateAccepted': someGame(),
  'scoreboard.sheet': async (place) => ({
    as: place.monitor,
    params: { id: (await newPlayer(place)).game },
  }),
  'submission.submit': async (place) => {
    const { as, game, challenge } = await newLook(place)
    return { as, params: { id: game, cid: challenge }, body: { flag: 'flag{a}' } }
  },
  'submission.status': async (place) => {
    const { as, game, challenge, submission } = await newSubmission(place)
    return { as, params: { id: game, cid: challenge, sid: submission } }
  },
  'submission.attempts': async (place) => {
    const { as, game, challenge } = await newSubmission(place)
    return { as, params: { id: game, cid: challenge } }
  },
  'submission.sheet': watched(),
  'submission.list': watched(() => ({ query: { type: 'Accepted', ...watchedBy, count: 5, skip: 0 } })),
  'submission.cheatInfo': watched(),
  'event.list': watched(() => ({
    query: { hideContainer: true, type: 'FlagSubmit', ...watchedBy, count: 5, skip: 0 },
  })),
  'watch.overview': watched(),
  'watch.traces': async (place) => {
    const { game, participation } = await place.newGame()
    const query = { challenge: 1, from: watchedBy.from, to: watchedBy.to }
    return { as: place.monitor, params: { id: game, pid: participation }, query }
  },
  'writeup.read': async (place) => {
    const { as, game } = await newPlayer(place)
    return { as, params: { id: game } }
  },
  'writeup.submit': async (place) => {
    const { as, game } = await newPlayer(place)
    const fileAs = { name: 'ours.pdf', type: 'application/pdf' }
    return { as, params: { id: game }, file: utf8(`%PDF-1.7\n${'x'.repeat(500)}`), fileAs }
  },
  'writeup.deleteAll': someGame(),
  'writeup.list': async (place) => ({ as: place.admin, params: { id: (await place.newGame()).game } }),
  'writeup.downloadAll': async (place) => ({ as: place.admin, params: { id: (await place.newGame()).game } }),

  'capture.challenges': async (place) => ({
    as: place.monitor,
    params: { id: (await newCapture(place)).game },
  }),
  'capture.teams': async (place) => ({
    as: place.monitor,
    params: { cid: (await newCapture(place)).challenge },
  }),
  'capture.list': captured(),
  'capture.downloadAll': captured(),
  'capture.deleteAll': captured(),
  'capture.download': captured(),
  'capture.delete': captured(),

  'transfer.export': someGame(),
  'transfer.copy': someGame(() => ({
    body: { title: 'Copy', start: 1_800_000_000_000, end: 1_800_100_000_000 },
  })),
  'transfer.import': async (place) => ({
    as: place.admin,
    file: packageOf(),
    fileAs: { name: 'game.zip', type: 'application/zip' },
  }),

  'token.list': admin(),
  'token.create': admin(() => ({ body: { name: 'a token', expiresIn: 30, scopes: ['Games', 'Users'] } })),
  'token.restore': async (place) => ({ as: place.admin, params: { id: await newToken(place) } }),
  'status.read': admin(),
  'status.try': admin(() => ({ body: { part: 'cache' } })),
  'status.backup': admin(() => ({ body: { name: 'nightly' } })),
  'tunnel.download': visit(),

  'token.revoke': async (place) => ({
    as: place.admin,
    params: { id: await newToken(place) },
    query: { delete: false },
  }),
}

export const exampleOf = (route: Route, place: Place): Promise<Example> => {
  const make = examples[route.id]
  if (make === undefined) throw new Error(`${route.id} has no example: add it to examples.ts`)
  return make(place)
}

type Rest = () => Omit<Example, 'as'>

function visit(rest: Rest = () => ({})): MakeExample {
  return async ({ world }) => ({ as: world.visitor(), ...rest() })
}
function somebody(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: await place.somebody(), ...rest() })
}
function admin(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.admin, ...rest() })
}
/** The caller leads the team in question. */
function ownTeam(rest: Rest = () => ({})): MakeExample {
  return async (place) => {
    const as = await place.somebody()
    return { as, params: { id: await place.newTeam(as) }, ...rest() }
  }
}
function aboutSomebody(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.admin, params: { id: (await place.somebody()).id }, ...rest() })
}

/** An organiser and a game. */
function someGame(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.admin, params: { id: (await place.newGame()).game }, ...rest() })
}

/** A monitor and a game that has begun. */
function watched(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.monitor, params: { id: (await place.newGame()).game }, ...rest() })
}

/** A monitor and a capture of a team. */
function captured(): MakeExample {
  return async (place) => {
    const { challenge, participation, filename } = await newCapture(place)
    return { as: place.monitor, params: { cid: challenge, pid: participation, filename } }
  }
}

/** An organiser and a challenge. */
function someChallenge(rest: Rest = () => ({})): MakeExample {
  return async (place) => {
    const { game, challenge } = await newChallenge(place)
    return { as: place.admin, params: { id: game, cid: challenge }, ...rest() }
  }
}
