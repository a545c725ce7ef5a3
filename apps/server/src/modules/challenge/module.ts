import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createChallengeParts } from './edit-parts.ts'
import { createChallengeEditing, type EditingParts } from './edit.ts'
import { createEdits } from './edits.ts'
import { createOrdering } from './ordering.ts'
import { createPlannedEnabling } from './planned.ts'
import { createPlay, type PlayParts } from './play.ts'
import { challengeRoutes } from './routes.ts'

type Parts = EditingParts | PlayParts | 'live'

// Short, since the organizer watches the clock.
const plannedPauseMs = 1_000

export const challengeModule = (core: Pick<Core, Parts>): Module => {
  const edits = createEdits(core)
  return {
    routes: challengeRoutes(
      createChallengeEditing(core, edits),
      createChallengeParts(core),
      createOrdering(core),
      createPlay(core),
    ),
    jobs: [
      {
        name: 'planned challenges',
        everyMs: plannedPauseMs,
        run: createPlannedEnabling(core, edits),
      },
    ],
  }
}
