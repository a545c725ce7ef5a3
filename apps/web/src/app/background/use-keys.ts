import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isTyping } from '../../ui/typing.ts'
import { gameIn } from '../game/current-game.ts'
import type { ShowOverlay } from '../overlay.ts'
import { type Action, handleKey, type KeyResult } from '../shortcuts/shortcut.ts'

export const useKeys = (show: ShowOverlay, early: RefObject<KeyboardEvent[]>): void => {
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
    const listen = (event: KeyboardEvent): void => {
      if (event.repeat || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return
      const result = handleKey(pending, {
        key: event.key,
        at: event.timeStamp,
        ctrl: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        typing: isTyping(event.target),
      })
      ;({ pending } = result)
      if (result.action === null) return
      // An open dialog has keys of its own.
      if (result.action.kind !== 'palette' && document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current(result.action)
    }
    const hearNew = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented) listen(event)
    }
    for (const event of early.current.splice(0)) listen(event)
    document.addEventListener('keydown', hearNew)
    return () => document.removeEventListener('keydown', hearNew)
  }, [early])
}
