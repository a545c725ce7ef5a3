import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

type Options<Props> = {
  load: () => Promise<ComponentType<Props>>
  props: Props
  onFailed: () => void
}

/** A part that is loaded when it is first shown; one that could not be is tried again the next time. */
export const usePart = <Props extends object>({ load, props, onFailed }: Options<Props>): ReactNode => {
  const [part, setPart] = useState<ComponentType<Props> | null>(null)

  useEffect(() => {
    let gone = false
    load().then(
      (loaded) => {
        if (!gone) setPart(() => loaded)
      },
      () => {
        if (!gone) onFailed()
      },
    )
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is loaded never changes
  }, [])
  return part === null ? null : createElement(part, props)
}
