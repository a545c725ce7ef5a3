import { useEffect, useState } from 'react'

export type HeldBack = {
  ids: readonly number[]
  show(): void
}

/** What comes while a list is in use waits until it is asked for: nothing moves under a finger. */
export const useHeldBack = (
  listed: readonly number[],
  { loading, open }: { loading: boolean; open: number | null },
): HeldBack => {
  const [shown, setShown] = useState<readonly number[]>(listed)
  // The first answer may replace one that was kept from an earlier visit.
  const [settled, settle] = useState(false)
  useEffect(() => {
    if (!loading) settle(true)
  }, [loading])

  const ids = listed.filter((id) => !shown.includes(id))
  const isEmpty = !listed.some((id) => shown.includes(id))
  if (ids.length > 0 && (!settled || isEmpty)) setShown(listed)
  else if (open !== null && ids.includes(open)) setShown([...shown, open])
  return { ids, show: () => setShown(listed) }
}
