import { type ComponentType, useEffect, useState } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A part that is loaded when it is first wanted; one that could not be is tried again the next time. */
export const usePart = <Props>(
  wanted: boolean,
  load: Load<Props>,
  onFailed: (error: unknown) => void,
): ComponentType<Props> | null => {
  const [part, setPart] = useState<ComponentType<Props> | null>(null)

  useEffect(() => {
    if (!wanted || part !== null) return undefined
    let gone = false
    load().then(
      (loaded) => {
        if (!gone) setPart(() => loaded)
      },
      (error: unknown) => {
        if (!gone) onFailed(error)
      },
    )
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- how it is loaded never changes
  }, [wanted, part])
  return part
}
