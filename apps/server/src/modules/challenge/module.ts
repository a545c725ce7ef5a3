import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createChallengeParts } from './edit-parts.ts'
import { createChallengeEditing } from './edit.ts'
import { createEdits } from './edits.ts'
import { createOrdering } from './ordering.ts'
import { createPlannedEnabling } from './planned.ts'
import { createPlay } from './play.ts'
import { challengeRoutes } from './routes.ts'
import { createChallengeDetailStore } from './store-detail.ts'
import { createFlagStore } from './store-flag.ts'
import { createPlannedStore } from './store-planned.ts'
import { createPlayStore } from './store-play.ts'

type Parts =
  | 'access'
  | 'audit'
  | 'clock'
  | 'db'
  | 'files'
  | 'flags'
  | 'games'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'signals'

// Short, since the organizer watches the clock.
const plannedPauseMs = 1_000

export const challengeModule = (core: Pick<Core, Parts>): Module => {
  const { db } = core
  const flags = createFlagStore(db)
  const edits = createEdits(core)
  return {
    routes: challengeRoutes(
      createChallengeEditing(core, createChallengeDetailStore(db), flags, edits),
      createChallengeParts(core, flags),
      createOrdering(core),
      createPlay(core, createPlayStore(db)),
    ),
    jobs: [
      {
        name: 'planned challenges',
        everyMs: plannedPauseMs,
        run: createPlannedEnabling(core, createPlannedStore(db), edits),
      },
    ],
  }
}
