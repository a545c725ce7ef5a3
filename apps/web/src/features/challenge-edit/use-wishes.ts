import { useState } from 'react'
import { useWeigh, type Weight } from '../../kit/what-if/use-weigh.ts'
import { asks, boardChangeOf, type Wish } from './wish.ts'

type Asked = { wish: Wish; weight: Weight }

const none: ReadonlySet<number> = new Set()

export const useWishes = (game: number) => {
  const weigh = useWeigh(game)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [weighed, setWeighed] = useState(none)
  return {
    asked,
    isWeighed: (id: number): boolean => weighed.has(id),
    close: (): void => setAsked(null),
    async begin(wish: Wish, perform: () => void): Promise<void> {
      if (weighed.size > 0) return
      setWeighed(new Set(wish.challenges.map(({ id }) => id)))
      const weight = await weigh(wish.kind === 'points' ? null : boardChangeOf(wish))
      setWeighed(none)
      if (asks(wish, weight)) setAsked({ wish, weight })
      else perform()
    },
  }
}
