import { useState } from 'react'
import { useToasts } from '../ui/toast-store.ts'
import { useShowFailure } from './use-show-failure.ts'

export const useAct = () => {
  const toasts = useToasts()
  const showFailure = useShowFailure()
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const mark = (name: string, on: boolean): void =>
    setPending((now) => new Set(on ? [...now, name] : [...now].filter((one) => one !== name)))

  return {
    isPending: (name: string): boolean => pending.has(name),
    /** Resolves to whether it succeeded. Without `done`, success shows no message. */
    act: async (name: string, ask: () => Promise<unknown>, done?: string): Promise<boolean> => {
      if (pending.has(name)) return false
      mark(name, true)
      try {
        await ask()
        if (done !== undefined) toasts.show({ tone: 'good', title: done })
        return true
      } catch (error) {
        showFailure(error)
        return false
      } finally {
        mark(name, false)
      }
    },
  }
}
