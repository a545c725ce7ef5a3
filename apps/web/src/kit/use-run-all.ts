import { spread } from '@pennant/contract/retry'
import { useRef, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'

export type Failure<Item> = { item: Item; error: unknown }

export type Run<Item> = {
  done: number
  total: number
  failures: readonly Failure<Item>[]
  running: boolean
}

const atOnce = 4
const pauseMs = 5_000
const tooManyRequests = 429

export const useRunAll = <Item>() => {
  const [run, setRun] = useState<Run<Item> | null>(null)
  const stopped = useRef(false)

  const start = async (
    items: readonly Item[],
    act: (item: Item) => Promise<unknown>,
  ): Promise<readonly Failure<Item>[]> => {
    stopped.current = false
    const waiting = [...items]
    const failures: Failure<Item>[] = []
    let done = 0
    const tell = (running: boolean): void =>
      setRun({ done, total: items.length, failures: [...failures], running })
    tell(true)
    // A server that takes no more for now is asked again; the item has not failed.
    const actPatiently = async (item: Item): Promise<void> => {
      for (;;)
        try {
          await act(item)
          return
        } catch (error) {
          if (stopped.current || !(error instanceof ApiProblem) || error.status !== tooManyRequests)
            throw error
          error.awaited = true
          const pause = spread(error.retryAfterMs ?? pauseMs, Math.random())
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
    }
    const worker = async (): Promise<void> => {
      for (let item = waiting.shift(); item !== undefined && !stopped.current; item = waiting.shift()) {
        try {
          await actPatiently(item)
        } catch (error) {
          failures.push({ item, error })
        }
        done++
        tell(true)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    tell(false)
    return failures
  }

  return {
    run,
    start,
    stop: (): void => {
      stopped.current = true
    },
    forget: (): void => setRun(null),
  }
}
