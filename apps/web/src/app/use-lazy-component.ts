import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

type Options<Props> = {
  wanted?: boolean
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Without it, retrying is left to `onFailed`. */
  retryMs?: number
  onFailed?: () => void
}

export const useLazyComponent = <Props extends object>({
  wanted = true,
  load,
  props,
  retryMs,
  onFailed,
}: Options<Props>): ReactNode => {
  const [part, setPart] = useState<ComponentType<Props> | null>(null)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (!wanted) return undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    load().then(
      (loaded) => {
        if (!gone) setPart(() => loaded)
      },
      () => {
        if (gone) return
        onFailed?.()
        if (retryMs !== undefined) timer = setTimeout(() => setTries(tries + 1), retryMs)
      },
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is loaded never changes
  }, [wanted, tries])
  return part === null ? null : createElement(part, props)
}
