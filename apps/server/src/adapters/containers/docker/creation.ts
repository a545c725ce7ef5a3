import type { ContainerOrder } from '../../../ports/containers.ts'
import { asBody, type Daemon } from './daemon.ts'
import { DaemonFault, isMissing, Refusal } from './fault.ts'
import type { Features, KnownFeatures } from './feature.ts'
import { markOf } from './label.ts'
import type { Removals } from './removal.ts'
import { type Plan, specificationOf } from './specification.ts'
import { timeoutAfter } from '../../../kit/timeout.ts'

export type Creation = {
  create(plan: Omit<Plan, 'features'>, signal: AbortSignal): Promise<Created>
}

export type Created = { readonly id: string; readonly features: Features }

const createWithinMs = 120_000
const graceMs = 5_000
const mostConflicts = 4

export const createCreation = (
  daemon: Daemon,
  removals: Removals,
  installation: string,
  known: KnownFeatures,
): Creation => {
  // Never canceled, since the outcome would be unknown; but not waited for long.
  const attempt = async (plan: Plan, signal: AbortSignal): Promise<string> => {
    const discard = ({ id }: { id: string }): void =>
      void removals.remove(id).catch(() => removals.clean(plan.order.id))
    const { name, ...body } = specificationOf(plan)
    const made = daemon.ask((docker) => docker.createContainer(asBody(body, { name })), {
      withinMs: createWithinMs,
      onLate: discard,
    })
    const timeout = timeoutAfter(signal, graceMs)
    try {
      const { id } = await Promise.race([made, timeout.over])
      if (typeof id === 'string' && id !== '') return id
    } catch (error) {
      if (signal.aborted) made.then(discard, () => removals.clean(plan.order.id))
      throw error
    } finally {
      timeout.end()
    }
    throw new DaemonFault(502, 'The answer is not that of a Docker daemon')
  }

  const free = async (name: string, order: ContainerOrder): Promise<boolean> => {
    try {
      const { Id, Config } = await daemon.ask((docker) => docker.getContainer(name).inspect())
      const mark = markOf(Config.Labels)
      if (mark.installation !== installation || mark.instance !== order.id) return false
      await removals.remove(Id)
      return true
    } catch (error) {
      // A container that is being created holds its name already but can't be inspected yet.
      if (isMissing(error)) return false
      throw error
    }
  }

  return {
    async create(plan, signal) {
      let { name } = plan
      for (let conflicts = 0; conflicts < mostConflicts; ) {
        const features = known.now()
        try {
          return { id: await attempt({ ...plan, name, features }, signal), features }
        } catch (error) {
          if (known.learn(error, features)) continue
          if (!(error instanceof DaemonFault)) throw error
          if (error.status === null) removals.clean(plan.order.id)
          if (error.status !== 409) throw error
          conflicts++
          // Two teams may have the same flag, from which the name is made.
          if (!(await free(name, plan.order))) name = `${plan.name}_${plan.order.id.slice(0, 8)}`
        }
      }
      throw new Refusal('invalid', `The name ${name} is taken by another container`)
    },
  }
}
