import type { MakeExample } from './example.ts'
import { captured, someGame, watched } from './maker.ts'
import {
  newCapture,
  newEndedGame,
  newEntrant,
  newPlayedChallenge,
  newPlayer,
  newSubmission,
  newTunnel,
} from './resources.ts'
import { watchedBy } from './request-bodies.ts'

export const playExamples: Readonly<Record<string, MakeExample>> = {
  'proxy.team': async (setup) => ({ as: setup.world.visitor(), params: { id: await newTunnel(setup) } }),
  'proxy.test': async (setup) => ({
    as: setup.world.visitor(),
    params: { id: await newTunnel(setup, { test: true }) },
  }),

  'participation.check': async (setup) => ({
    as: await setup.newUser(),
    params: { id: (await setup.newGame()).game },
  }),
  'participation.join': async (setup) => {
    const { as, game, body } = await newEntrant(setup)
    return { as, params: { id: game }, body }
  },
  'participation.leave': async (setup) => {
    const { as, game } = await newPlayer(setup, 'Pending')
    return { as, params: { id: game } }
  },
  'participation.list': someGame(),
  'participation.edit': async (setup) => {
    const { participation } = await setup.newGame()
    return { as: setup.admin, params: { id: participation }, body: { status: 'Accepted', divisionId: null } }
  },
  'adjustment.list': someGame(),
  'scoreboard.history': async (setup) => {
    const { as, game } = await newPlayer(setup)
    return { as, params: { id: game } }
  },
  'scoreboard.historyOf': async (setup) => {
    const { game, participation } = await setup.newGame()
    return { as: setup.admin, params: { id: game, pid: participation } }
  },
  'scoreboard.historyOfTeam': async (setup) => {
    const { game, team } = await setup.newGame()
    return { as: setup.admin, params: { id: game, tid: team } }
  },
  'adjustment.create': async (setup) => {
    const { game, participation } = await setup.newGame()
    const body = { participationIds: [participation], points: 50, reason: 'A bug report', time: Date.now() }
    return { as: setup.admin, params: { id: game }, body }
  },
  'adjustment.revoke': async (setup) => {
    const { game, participation } = await setup.newGame()
    const { body } = await setup.admin.post<{ id: number }[]>(`/api/edit/games/${game}/adjustments`, {
      ...{ participationIds: [participation], points: 50, reason: 'A bug report' },
    })
    return { as: setup.admin, params: { id: game, aid: body[0]?.id ?? 0 }, body: { reason: 'A mistake' } }
  },
  'results.read': async (setup) => {
    const { game } = await newEndedGame(setup)
    await setup.admin.post(`/api/edit/games/${game}/results`, { note: 'Well played' })
    return { as: setup.world.visitor(), params: { id: game }, query: { revision: 1 } }
  },
  'results.editRead': someGame(),
  'reveal.read': async (setup) => ({
    as: setup.admin,
    params: { id: (await newEndedGame(setup)).game },
  }),
  'results.publish': async (setup) => {
    const { game } = await newEndedGame(setup)
    const body = { note: 'Well played', reason: 'A judged answer' }
    return { as: setup.admin, params: { id: game }, body }
  },
  'results.withdraw': async (setup) => {
    const { game } = await newEndedGame(setup)
    await setup.admin.post(`/api/edit/games/${game}/results`, {})
    return { as: setup.admin, params: { id: game }, body: { reason: 'Too early' } }
  },
  'participation.decideMany': async (setup) => {
    const { game, participation } = await setup.newGame()
    const ids = [participation, 2_000_000_000]
    return { as: setup.admin, params: { id: game }, body: { ids, status: 'Accepted', divisionId: null } }
  },

  'scoreboard.read': async (setup) => ({
    as: setup.world.visitor(),
    params: { id: (await setup.newGame()).game },
  }),
  'scoreboard.ctftime': async (setup) => {
    const { game } = await setup.newGame()
    const { body } = await setup.admin.post<{ id: number }>(`/api/edit/games/${game}/divisions`, {
      name: 'Guests',
    })
    return { as: setup.world.visitor(), params: { id: game }, query: { division: body.id, form: 'minimal' } }
  },
  'scoreboard.live': async (setup) => ({
    as: setup.monitor,
    params: { id: (await setup.newGame()).game },
  }),
  'scoreboard.record': async (setup) => ({
    as: setup.monitor,
    params: { id: (await newPlayer(setup)).game },
  }),
  'scoreboard.changes': async (setup) => {
    const { game } = await newPlayedChallenge(setup)
    return { as: setup.world.visitor(), params: { id: game }, query: { since: 1 } }
  },
  'scoreboard.solves': async (setup) => {
    const { game, challenge } = await newPlayedChallenge(setup)
    return { as: setup.world.visitor(), params: { id: game }, query: { challenge, count: 5, skip: 0 } }
  },
  'game.mine': async (setup) => ({ as: (await newPlayer(setup)).as }),
  'scoreboard.details': async (setup) => {
    const { as, game } = await newPlayer(setup)
    return { as, params: { id: game } }
  },
  'scoreboard.flush': someGame(),
  'scoreboard.updateAccepted': someGame(),
  'scoreboard.sheet': async (setup) => ({
    as: setup.monitor,
    params: { id: (await newPlayer(setup)).game },
  }),

  'submission.submit': async (setup) => {
    const { as, game, challenge } = await newPlayedChallenge(setup)
    return { as, params: { id: game, cid: challenge }, body: { flag: 'flag{a}' } }
  },
  'submission.status': async (setup) => {
    const { as, game, challenge, submission } = await newSubmission(setup)
    return { as, params: { id: game, cid: challenge, sid: submission } }
  },
  'submission.attempts': async (setup) => {
    const { as, game, challenge } = await newSubmission(setup)
    return { as, params: { id: game, cid: challenge } }
  },
  'submission.sheet': watched(),
  'submission.list': watched(() => ({ query: { type: 'Accepted', ...watchedBy, count: 5, skip: 0 } })),
  'submission.cheatInfo': watched(),

  'event.list': watched(() => ({
    query: { hideContainer: true, type: 'FlagSubmit', ...watchedBy, count: 5, skip: 0 },
  })),

  'watch.overview': watched(),
  'watch.traces': async (setup) => {
    const { game, participation } = await setup.newGame()
    const query = { challenge: 1, from: watchedBy.from, to: watchedBy.to }
    return { as: setup.monitor, params: { id: game, pid: participation }, query }
  },

  'capture.challenges': async (setup) => ({
    as: setup.monitor,
    params: { id: (await newCapture(setup)).game },
  }),
  'capture.teams': async (setup) => ({
    as: setup.monitor,
    params: { cid: (await newCapture(setup)).challenge },
  }),
  'capture.list': captured(),
  'capture.downloadAll': captured(),
  'capture.deleteAll': captured(),
  'capture.download': captured(),
  'capture.delete': captured(),
}
