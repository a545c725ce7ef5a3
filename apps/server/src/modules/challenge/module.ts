import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import type { ChallengeEditNeeds } from './edit-needs.ts'
import { createChallengeParts } from './edit-parts.ts'
import { createChallengeEditing } from './edit.ts'
import { createEnactment } from './enactment.ts'
import { createOrdering } from './ordering.ts'
import { createPlannedEnabling } from './planned.ts'
import { createPlay } from './play.ts'
import { challengeEditRoutes } from './routes-edit.ts'
import { challengePlayRoutes } from './routes-play.ts'
import { createChallengeDetailStore } from './store-detail.ts'
import { createFlagStore } from './store-flag.ts'
import { createPlannedStore } from './store-planned.ts'
import { createPlayStore } from './store-play.ts'

type Needs = Pick<
  Core,
  'batches' | 'clock' | 'db' | 'files' | 'flags' | 'games' | 'gate' | 'journal' | 'ledger' | 'signals'
>
type Others = Pick<ChallengeEditNeeds, 'notices'>

/** Whoever plans a challenge looks at the clock when its time has come. */
const plannedPauseMs = 1_000

export const challengeModule = (core: Needs, others: Others): Module => {
  const { db } = core
  const flags = createFlagStore(db)
  const enactment = createEnactment({ ...core, ...others })
  const store = createChallengeDetailStore(db)
  return {
    routes: [
      ...challengePlayRoutes(createPlay({ ...core, store: createPlayStore(db) })),
      ...challengeEditRoutes({
        editing: createChallengeEditing({ ...core, store, flags, enactment }),
        parts: createChallengeParts({ ...core, flags }),
        order: createOrdering(core),
      }),
    ],
    jobs: [
      {
        name: 'planned challenges',
        everyMs: plannedPauseMs,
        run: createPlannedEnabling({ ...core, store: createPlannedStore(db), enactment }),
      },
    ],
  }
}
