import type { MakeExample } from './example.ts'
import { someGame, watched, captured } from './maker.ts'
import { watchedBy } from './sent.ts'
import { newCapture, newEntrant, newLook, newPlayer, newSubmission, newTunnel } from './things.ts'

export const playExamples: Readonly<Record<string, MakeExample>> = {
  'proxy.team': async (place) => ({ as: place.world.visitor(), params: { id: await newTunnel(place) } }),
  'proxy.test': async (place) => ({
    as: place.world.visitor(),
    params: { id: await newTunnel(place, { test: true }) },
  }),

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
}
