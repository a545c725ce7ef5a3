import { useState } from 'react'
import { type Impact, useImpact } from '../../kit/what-if/use-impact.ts'
import { type BulkAction, boardChangeOf, needsConfirmation } from './bulk-action.ts'

type Asked = { action: BulkAction; impact: Impact }

const none: ReadonlySet<number> = new Set()

export const useBulkAction = (game: number) => {
  const impactOf = useImpact(game)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [checked, setChecked] = useState(none)
  return {
    asked,
    isChecking: (id: number): boolean => checked.has(id),
    close: (): void => setAsked(null),
    async begin(action: BulkAction, perform: () => void): Promise<void> {
      if (checked.size > 0) return
      setChecked(new Set(action.challenges.map(({ id }) => id)))
      const impact = await impactOf(action.kind === 'points' ? null : boardChangeOf(action))
      setChecked(none)
      if (needsConfirmation(action, impact)) setAsked({ action, impact })
      else perform()
    },
  }
}
