import { packageOf } from '../../kit/package.ts'
import { utf8, type MakeExample } from './example.ts'
import { visit, admin, someGame, someChallenge } from './maker.ts'
import { challengeOf, divisionOf, gameOf } from './sent.ts'
import { newChallenge, newDivision, newFile, newLook, newNotice, newPlayer } from './things.ts'

const importOf: MakeExample = async (place) => ({
  as: place.admin,
  file: packageOf(),
  fileAs: { name: 'game.zip', type: 'application/zip' },
})

export const gameExamples: Readonly<Record<string, MakeExample>> = {
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

  'transfer.export': someGame(() => ({ query: { format: 'PENNANT-GAME' } })),
  'transfer.copy': someGame(() => ({
    body: { title: 'Copy', start: 1_800_000_000_000, end: 1_800_100_000_000 },
  })),
  'transfer.import': importOf,
  'transfer.importWithReport': importOf,
}
