import { packageOf } from '../../kit/package.ts'
import { type MakeExample, utf8 } from './example.ts'
import { admin, someChallenge, someGame, visit } from './maker.ts'
import { newChallenge, newDivision, newFile, newPlayedChallenge, newNotice, newPlayer } from './resources.ts'
import { challengeOf, divisionOf, gameOf, watchedBy } from './request-bodies.ts'

const importOf: MakeExample = async (setup) => ({
  as: setup.admin,
  file: packageOf(),
  fileAs: { name: 'game.zip', type: 'application/zip' },
})

export const gameExamples: Readonly<Record<string, MakeExample>> = {
  'game.recent': visit(() => ({ query: { limit: 5 } })),
  'game.list': visit(() => ({ query: { count: 5, skip: 0 } })),
  'game.read': async (setup) => ({
    as: setup.world.visitor(),
    params: { id: (await setup.newGame()).game },
  }),
  'game.create': admin(() => ({ body: gameOf() })),
  'game.editList': admin(() => ({ query: { count: 5, skip: 0 } })),
  'game.editRead': someGame(),
  'game.update': someGame(() => ({ body: gameOf() })),
  'game.delete': someGame(),
  'game.hashSalt': someGame(),
  'audit.ofGame': someGame(() => ({ query: { ...watchedBy, count: 5, skip: 0 } })),
  'game.setPoster': async (setup) => ({
    as: setup.admin,
    params: { id: (await setup.newGame()).game },
    file: setup.png,
  }),

  'division.list': someGame(),
  'division.create': async (setup) => {
    const { game, challenge } = await newDivision(setup)
    return { as: setup.admin, params: { id: game }, body: divisionOf(challenge) }
  },
  'division.update': async (setup) => {
    const { game, division, challenge } = await newDivision(setup)
    return { as: setup.admin, params: { id: game, did: division }, body: divisionOf(challenge) }
  },
  'division.delete': async (setup) => {
    const { game, division } = await newDivision(setup)
    return { as: setup.admin, params: { id: game, did: division } }
  },

  'challenge.read': async (setup) => {
    const { as, game, challenge } = await newPlayedChallenge(setup)
    return { as, params: { id: game, cid: challenge } }
  },
  'challenge.create': someGame(() => ({
    body: { title: 'Challenge', category: 'Crypto', type: 'StaticContainer' },
  })),
  'challenge.editList': someGame(),
  'challenge.order': async (setup) => {
    const { game, challenge } = await newChallenge(setup)
    return { as: setup.admin, params: { id: game }, body: [challenge] }
  },
  'challenge.editRead': someChallenge(),
  'challenge.update': someChallenge(() => ({ body: challengeOf() })),
  'challenge.delete': someChallenge(),
  'challenge.setAttachment': async (setup) => ({
    ...(await someChallenge()(setup)),
    body: { attachmentType: 'Local', fileHash: await newFile(setup), remoteUrl: 'https://files.example/a' },
  }),
  'challenge.addFlags': async (setup) => ({
    ...(await someChallenge()(setup)),
    body: [
      {
        flag: 'flag{a}',
        attachmentType: 'Remote',
        fileHash: await newFile(setup),
        remoteUrl: 'https://files.example/a',
      },
    ],
  }),
  'challenge.removeFlag': async (setup) => {
    const { game, challenge, flag } = await newChallenge(setup)
    return { as: setup.admin, params: { id: game, cid: challenge, fid: flag } }
  },

  'notice.list': async (setup) => ({
    as: setup.world.visitor(),
    params: { id: (await newNotice(setup)).game },
    query: { count: 5, skip: 0 },
  }),
  'notice.create': someGame(() => ({ body: { content: 'an announcement' } })),
  'notice.editList': someGame(),
  'notice.update': async (setup) => {
    const { game, notice } = await newNotice(setup)
    return { as: setup.admin, params: { id: game, nid: notice }, body: { content: 'another one' } }
  },
  'notice.delete': async (setup) => {
    const { game, notice } = await newNotice(setup)
    return { as: setup.admin, params: { id: game, nid: notice } }
  },

  'writeup.read': async (setup) => {
    const { as, game } = await newPlayer(setup)
    return { as, params: { id: game } }
  },
  'writeup.submit': async (setup) => {
    const { as, game } = await newPlayer(setup)
    const fileAs = { name: 'ours.pdf', type: 'application/pdf' }
    return { as, params: { id: game }, file: utf8(`%PDF-1.7\n${'x'.repeat(500)}`), fileAs }
  },
  'writeup.deleteAll': someGame(),
  'writeup.list': async (setup) => ({ as: setup.admin, params: { id: (await setup.newGame()).game } }),
  'writeup.downloadAll': async (setup) => ({ as: setup.admin, params: { id: (await setup.newGame()).game } }),

  'transfer.export': someGame(() => ({ query: { format: 'PENNANT-GAME' } })),
  'transfer.copy': someGame(() => ({
    body: { title: 'Copy', start: 1_800_000_000_000, end: 1_800_100_000_000 },
  })),
  'transfer.import': importOf,
  'transfer.importWithReport': importOf,
}
