import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createManyDecisions } from './decide-many.ts'
import { createDecide } from './decide.ts'
import { createJoining, type JoiningParts } from './join.ts'
import { createParticipationList } from './list.ts'
import { participationRoutes } from './routes.ts'
import { createSigningAgain } from './sign-again.ts'

type Parts = JoiningParts | 'games'
type ParticipationModule = Module & { signAgain: ReturnType<typeof createSigningAgain> }

export const participationModule = (core: Pick<Core, Parts>): ParticipationModule => ({
  signAgain: createSigningAgain(core),
  routes: participationRoutes(
    createDecide(core),
    createManyDecisions(core),
    createJoining(core),
    createParticipationList(core),
  ),
})
