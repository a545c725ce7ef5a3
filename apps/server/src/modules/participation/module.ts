import type { Core } from '../../core/core.ts'
import { createParticipationStore } from '../../core/game/participation-store.ts'
import type { Module } from '../../http/bind.ts'
import { createManyDecisions } from './decide-many.ts'
import { createJoining } from './join.ts'
import { createParticipationList } from './list.ts'
import { participationRoutes } from './routes.ts'
import { createParticipations, type Participations } from './service.ts'
import { createJoinStore } from './store-join.ts'
import { createParticipationListStore } from './store-list.ts'
import { createManyStore } from './store-many.ts'

type Needs = Pick<
  Core,
  'clock' | 'db' | 'games' | 'gate' | 'journal' | 'ledger' | 'removal' | 'signals' | 'vault'
>

export const participationModule = (core: Needs): Module & { participations: Participations } => {
  const { db } = core
  const participations = createParticipations({ ...core, store: createParticipationStore(db) })
  return {
    participations,
    routes: participationRoutes({
      participations,
      decideMany: createManyDecisions({ ...core, store: createManyStore(db) }),
      joining: createJoining({ ...core, store: createJoinStore(db) }),
      list: createParticipationList({ ...core, store: createParticipationListStore(db) }),
    }),
  }
}
