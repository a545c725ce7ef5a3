import { useEffect, useState } from 'react'
import { useApi } from '../api/context.ts'

const second = 1_000
// Browsers can't count longer timers.
const longest = 2 ** 31 - 1

export const useNow = (): number => {
  const { time } = useApi()
  const [now, setNow] = useState(() => time.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(time.now()), second - (time.now() % second))
    return () => clearTimeout(timer)
  }, [now, time])
  return now
}

/** Null never comes. */
export const useHasPassed = (at: number | null): boolean => {
  const { time } = useApi()
  const [, setLooked] = useState(0)
  const come = at !== null && time.now() >= at
  useEffect(() => {
    if (at === null || come) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      const left = at - time.now()
      if (left <= 0) setLooked(at)
      else timer = setTimeout(wait, Math.min(left, longest))
    }
    wait()
    return () => clearTimeout(timer)
  }, [at, come, time])
  return come
}

const minute = 60_000

export const useMinute = (): number => {
  const { time } = useApi()
  const [now, setNow] = useState(() => time.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(time.now()), minute - (time.now() % minute))
    return () => clearTimeout(timer)
  }, [now, time])
  return now
}
