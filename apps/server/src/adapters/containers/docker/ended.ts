import type { ContainerEnd } from '../../../ports/containers.ts'
import { endOfCode, removed } from '../ended.ts'
import type { Daemon } from './daemon.ts'

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
