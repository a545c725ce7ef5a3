import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isTyping } from '../../ui/typing.ts'
import { gameIn } from '../game/game-id.ts'
import { type Action, hear, type Heard } from '../shortcuts/shortcut.ts'
import type { ShowOverlay } from '../overlay.ts'

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
    let pending: Heard['pending'] = null
    const listen = (event: KeyboardEvent): void => {
      if (event.repeat || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return
      const heard = hear(pending, {
        key: event.key,
        at: event.timeStamp,
        ctrl: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        typing: isTyping(event.target),
      })
      ;({ pending } = heard)
      if (heard.action === null) return
      // An open dialog has keys of its own.
      if (heard.action.kind !== 'palette' && document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current(heard.action)
    }
    const hearNew = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented) listen(event)
    }
    for (const event of early.current.splice(0)) listen(event)
    document.addEventListener('keydown', hearNew)
    return () => document.removeEventListener('keydown', hearNew)
  }, [early])
}
