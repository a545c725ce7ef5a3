import type { SystemStatus } from '@pennant/contract/status'
import { readinessOf, type ReadinessFinding } from '@pennant/rules/game/readiness'
import type { Game } from '../core/game/game.ts'
import { publicBoard } from '../core/game/public-board.ts'
import { presentChallengeSummary } from '../modules/challenge/present-edit.ts'
import { createFlagStore } from '../modules/challenge/store-flag.ts'
import { type Check, found } from '../modules/status/checks/check.ts'
import { disorderOf, rehearsalDoubt } from '../modules/status/checks/game.ts'
import { createRehearsalStore } from '../modules/rehearsal/store.ts'
import { readVersion } from '../kit/assets.ts'
import { presentDivision } from '../modules/division/present.ts'
import type { Installation } from './installation.ts'

type Needs = Pick<Installation, 'config' | 'core'> & {
  id: string
  now: () => number
  warnings: () => Promise<SystemStatus['warnings']>
}

/** The grave part of the list that organizers see, the order of the times, and whether it was rehearsed. */
export const gameCheck = ({ core, config, id, now, warnings }: Needs): Check => ({
  id: 'game',
  limitMs: 20_000,
  async run() {
    const game = /^\d{1,9}$/.test(id) ? await core.games.read(Number(id)) : null
    if (game === null) return [found('red', 'game.unknown', id)]
    const { start, end, freezeAt, writeupRequired, writeupDeadline } = game.settings
    const times = { start, end, freeze: freezeAt, writeups: writeupRequired ? writeupDeadline : null }
    const disorder = disorderOf(times, now(), config.retention.traceDays)
    const teams = [...game.participations.values()].filter(({ status }) => status === 'Accepted').length
    const last = await createRehearsalStore(core.db).lastReport()
    const doubt = rehearsalDoubt(last, { now: now(), version: readVersion(), teams })
    const grave = (await readiness(core, game, await warnings(), now())).filter((one) => one.grave)
    return [
      ...(disorder.length === 0 ? [] : [found('red', 'game.order', disorder.join(', '))]),
      ...(doubt === null ? [] : [found('yellow', 'game.rehearsal', doubt)]),
      ...grave.map((one) => found('red', 'game.grave', wordsOf(one))),
    ]
  },
})

const readiness = async (
  core: Installation['core'],
  game: Game,
  warnings: SystemStatus['warnings'],
  now: number,
): Promise<ReadinessFinding[]> => {
  const bareFlags = await createFlagStore(core.db).bare(game.id)
  const listing = { board: publicBoard(game, 'staff', now).board, bareFlags, detail: false }
  const { freezeAt, resultsAt, posterHash, ...settings } = game.settings
  return readinessOf({
    game: {
      ...settings,
      poster: posterHash,
      ...(freezeAt === null ? {} : { freezeAt }),
      ...(resultsAt === null ? {} : { resultsAt }),
    },
    challenges: [...game.challenges.values()].map((one) => presentChallengeSummary(one, listing)),
    divisions: [...game.divisions.values()].map(presentDivision),
    warnings,
    now,
  })
}

const words: Readonly<Partial<Record<NonNullable<ReadinessFinding['fault']>, string>>> = {
  titleBlank: 'it has no title',
  endBeforeStart: 'it ends before it starts',
  noneEnabled: 'no challenge is enabled',
  lacking: 'challenges are not complete',
  networkRefused: 'instances of challenges are refused',
  noneJoinable: 'nobody can join a division',
  cannotPlay: 'divisions can not see challenges or submit flags',
  nameTwice: 'divisions have the same name',
  writeupBeforeEnd: 'writeups are due before it ends',
}

const wordsOf = ({ fault, subjects }: ReadinessFinding): string => {
  const what = (fault === null ? undefined : words[fault]) ?? String(fault)
  return subjects.length === 0 ? what : `${what} (${subjects.map(({ name }) => name).join(', ')})`
}
