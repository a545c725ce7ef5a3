import type { Core } from '../../core/core.ts'
import { createParticipationStore } from '../../core/game/participation-store.ts'
import type { Module } from '../../http/bind.ts'
import { createManyDecisions } from './decide-many.ts'
import { createDecide } from './decide.ts'
import { createJoining } from './join.ts'
import { createParticipationList } from './list.ts'
import { participationRoutes } from './routes.ts'
import { createSigningAgain } from './sign-again.ts'
import { createJoinStore } from './store-join.ts'
import { createParticipationListStore } from './store-list.ts'
import { createManyStore } from './store-many.ts'

type Parts =
  | 'access'
  | 'audit'
  | 'clock'
  | 'db'
  | 'games'
  | 'journal'
  | 'ledger'
  | 'live'
  | 'participations'
  | 'signals'
  | 'vault'
type ParticipationModule = Module & { signAgain: ReturnType<typeof createSigningAgain> }

export const participationModule = (core: Pick<Core, Parts>): ParticipationModule => ({
  signAgain: createSigningAgain(core),
  routes: participationRoutes(
    createDecide(core, createParticipationStore(core.db)),
    createManyDecisions(core, createManyStore(core.db)),
    createJoining(core, createJoinStore(core.db)),
    createParticipationList(core, createParticipationListStore(core.db)),
  ),
})
