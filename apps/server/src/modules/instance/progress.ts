import type { InstanceState } from '@pennant/contract/enums'
import { hubEvents, type InstanceProgress } from '@pennant/contract/hub'
import type { ProblemCode } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { InstanceKey } from './store-claim.ts'

type Step = { state: InstanceState; position: number | null; share: number | null }

export type StartProgress = {
  at(state: InstanceState, more?: { position?: number; share?: number | null }): void
  close(): void
}

const tickMs = 1_000
// Unchanged progress is repeated for clients that have joined meanwhile.
const ticksBetween = 5

/** A new state is sent immediately, progress within a state at most once a second. */
export const createProgress = ({ live }: Pick<Core, 'live'>) => {
  const open = new Map<StartProgress, () => void>()
  let ticks = 0
  let timer: NodeJS.Timeout | undefined

  const send = (key: InstanceKey, { state, position, share }: Step, code: ProblemCode | null): void => {
    const { gameId, participationId, challengeId } = key
    const payload: InstanceProgress = { gameId, challengeId, state, position, share, code }
    live.toTeam(gameId, participationId, hubEvents.ReceivedInstanceState, payload)
  }

  const tick = (): void => {
    ticks++
    for (const again of open.values()) again()
  }

  return {
    tell: (key: InstanceKey, state: InstanceState, code: ProblemCode | null = null): void =>
      send(key, { state, position: null, share: null }, code),

    follow(key: InstanceKey): StartProgress {
      let latest: Step | undefined
      let fresh = false
      const following: StartProgress = {
        at(state, { position = null, share = null } = {}) {
          const changed = latest?.state !== state
          fresh = !changed && (fresh || latest?.position !== position || latest.share !== share)
          latest = { state, position, share }
          if (changed) send(key, latest, null)
        },
        close() {
          open.delete(following)
          if (open.size > 0) return
          clearInterval(timer)
          timer = undefined
        },
      }
      open.set(following, () => {
        if (latest === undefined || !(fresh || ticks % ticksBetween === 0)) return
        fresh = false
        send(key, latest, null)
      })
      timer ??= setInterval(tick, tickMs).unref()
      return following
    },
  }
}

export type Progress = ReturnType<typeof createProgress>
