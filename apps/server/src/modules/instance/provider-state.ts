import type { Core } from '../../core/core.ts'
import type { FoundContainer } from '../../ports/containers.ts'

export const createProviderState = ({ containers, journal }: Pick<Core, 'containers' | 'journal'>) => {
  let down = false

  const note = (error: unknown): void => {
    if (error === null && down)
      journal.write({ message: 'Instances can be managed again', status: 'Success', name: 'System' })
    if (error !== null && !down) {
      const message = "Couldn't manage instances: the container provider isn't responding"
      journal.write({ level: 'Warning', message, name: 'System', error })
    }
    down = error !== null
  }

  return {
    /** Null if the provider can't be asked. */
    async list(): Promise<readonly FoundContainer[] | null> {
      try {
        const found = await containers.list()
        note(null)
        return found
      } catch (error) {
        note(error)
        return null
      }
    },

    async answers(): Promise<boolean> {
      try {
        await containers.check()
        note(null)
      } catch (error) {
        note(error)
      }
      return !down
    },

    seemsDown: (): boolean => down,
  }
}

export type ProviderState = ReturnType<typeof createProviderState>
