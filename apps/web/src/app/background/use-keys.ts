import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isTyping } from '../../ui/typing.ts'
import { gameIn } from '../game/current-game.ts'
import type { ShowOverlay } from '../overlay.ts'
import { type Action, handleKey, type KeyResult } from '../shortcuts/shortcut.ts'

export type Early = {
  /** Keys before anything listened. */
  early: RefObject<KeyboardEvent[]>
  /** What is for the palette. */
  typed: RefObject<KeyboardEvent[]>
}

export const useKeys = (show: ShowOverlay, { early, typed }: Early): void => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const game = gameIn(pathname)

  const act = (action: Action): void => {
    if (action.kind === 'palette') show('palette')
    else if (action.kind === 'help') show('keys')
    else if (action.kind === 'go') void navigate(action.to)
    else if (game !== null) void navigate(`/games/${game}/${action.part}`)
  }
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })

  useEffect(() => {
    let pending: KeyResult['pending'] = null
    const listen = (event: KeyboardEvent): Action | null => {
      if (event.repeat || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return null
      const result = handleKey(pending, {
        key: event.key,
        at: event.timeStamp,
        ctrl: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        typing: isTyping(event.target),
      })
      ;({ pending } = result)
      if (result.action === null) return null
      // An open dialog has keys of its own.
      if (result.action.kind !== 'palette' && document.querySelector('dialog[open]') !== null) return null
      event.preventDefault()
      latest.current(result.action)
      return result.action
    }
    const hearNew = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented) listen(event)
    }
    const keys = early.current.splice(0)
    const at = keys.findIndex((event) => listen(event)?.kind === 'palette')
    if (at !== -1) typed.current.push(...keys.slice(at + 1))
    document.addEventListener('keydown', hearNew)
    return () => document.removeEventListener('keydown', hearNew)
  }, [early, typed])
}
