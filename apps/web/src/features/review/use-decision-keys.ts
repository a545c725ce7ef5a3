import type { Decision } from '@pennant/contract/participation'
import { useLayoutEffect, useRef } from 'react'
import { isTyping } from '../../ui/typing.ts'

const keys: Readonly<Record<string, Decision>> = { a: 'Accepted', r: 'Rejected', s: 'Suspended' }

export const useDecisionKeys = (onDecide: (decision: Decision, row: number | null) => void): void => {
  const before = useRef('')
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
      const leads = before.current === 'g'
      before.current = key
      const decision = keys[key]
      if (decision === undefined || leads || document.querySelector('dialog[open]') !== null) return
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']
      event.preventDefault()
      onDecide(decision, row === undefined ? null : Number(row))
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  })
}
