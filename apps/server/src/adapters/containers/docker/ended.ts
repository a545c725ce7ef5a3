import type { ContainerEnd } from '../../../ports/containers.ts'
import { endOfCode, removed } from '../ended.ts'
import type { Daemon } from './daemon.ts'

/** How a container ended that doesn't run. `told` is what is known when it can't be looked at anymore. */
export const endOf = async (
  daemon: Daemon,
  id: string,
  told: ContainerEnd = removed,
): Promise<ContainerEnd> => {
  try {
    const { State } = await daemon.ask((docker) => docker.getContainer(id).inspect())
    if (State.Running) return told
    return State.OOMKilled ? { reason: 'OutOfMemory', exitCode: State.ExitCode } : endOfCode(State.ExitCode)
  } catch {
    return told
  }
}
