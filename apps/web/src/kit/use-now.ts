import { useEffect, useState } from 'react'
import { useApi } from '../api/context.ts'

const second = 1_000
/** Longer waits are cut short by browsers. */
const longest = 2 ** 31 - 1

/** The server's time, by the second. */
export const useNow = (): number => {
  const { time } = useApi()
  const [now, setNow] = useState(() => time.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(time.now()), second - (time.now() % second))
    return () => clearTimeout(timer)
  }, [now, time])
  return now
}

/** Whether a moment has come by the server's clock; changes by itself when it comes. Null never comes. */
export const useHasCome = (at: number | null): boolean => {
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

/** The server's time, by the minute: for what only says how long something takes. */
export const useMinute = (): number => {
  const { time } = useApi()
  const [now, setNow] = useState(() => time.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(time.now()), minute - (time.now() % minute))
    return () => clearTimeout(timer)
  }, [now, time])
  return now
}
