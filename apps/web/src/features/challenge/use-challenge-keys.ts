import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../../ui/typing.ts'
import { isWrapped } from './flag-hint.ts'

export const panelId = 'challenge-panel'

type Options = {
  list: RefObject<HTMLElement | null>
  /** Null: no challenge is open. */
  open: { previous: number | null; next: number | null; docked: boolean } | null
  /** Draws what the key before led to, if it isn't drawn yet. */
  draw?: () => void
  onGo: (id: number) => void
  onClose: () => void
}

/** `g h` and `g s` lead elsewhere. */
const sequenceMs = 1_500

export const useChallengeKeys = (options: Options): void => {
  const leader = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(options)

  useLayoutEffect(() => {
    latest.current = options
  })

  useLayoutEffect(() => {
    const pressInPanel = (panel: HTMLElement, event: KeyboardEvent): void => {
      const { key, target, timeStamp } = event
      const { open, onGo, onClose } = latest.current
      if (isTyping(target)) {
        if (key !== 'Escape' || !(target instanceof Node && panel.contains(target))) return
        event.preventDefault()
        return titleIn(panel)?.focus({ preventScroll: true })
      }
      if (key === 'g') leader.current = timeStamp
      const follows = timeStamp - leader.current < sequenceMs
      if (open !== null && (key === 'j' || key === 'k')) {
        const to = key === 'j' ? open.next : open.previous
        if (to !== null) onGo(to)
      } else if (key === 'Escape' && open?.docked === true) {
        event.preventDefault()
        onClose()
      } else if (key === 'f') {
        event.preventDefault()
        flagBoxIn(panel)?.focus()
      } else if (key === 'h' && !follows) openHint(panel)
      else if (key === 's' && !follows) toggleSolvers(panel)
    }

    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!isTyping(event.target)) latest.current.draw?.()
      const panel = document.getElementById(panelId)
      if (isCovered(panel)) return
      if (panel !== null) pressInPanel(panel, event)
      else if (!isTyping(event.target) && /^[jk]$/.test(event.key))
        moveIn(latest.current.list.current, event.key === 'j')
    }

    const paste = (event: ClipboardEvent): void => {
      if (!isTyping(event.target)) latest.current.draw?.()
      const panel = document.getElementById(panelId)
      const box = panel === null || isCovered(panel) ? null : flagBoxIn(panel)
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (box === null || isTyping(event.target) || !isWrapped(text)) return
      event.preventDefault()
      box.focus()
      fill(box, text)
    }

    document.addEventListener('keydown', press)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('paste', paste)
    }
  }, [])
}

/** Whether a dialog is in front of it, which has keys of its own. */
const isCovered = (panel: HTMLElement | null): boolean =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(panel))

const titleIn = (panel: HTMLElement): HTMLElement | null => panel.querySelector('h2')
const flagBoxIn = (panel: HTMLElement): HTMLInputElement | null =>
  panel.querySelector('[data-flag-box]:not(:read-only)')

const toggleSolvers = (panel: HTMLElement): void => {
  const toggle = panel.querySelector<HTMLElement>('[data-solvers]')
  const wasOpen = toggle?.ariaExpanded === 'true'
  toggle?.click()
  // What had the focus goes.
  if (wasOpen) titleIn(panel)?.focus({ preventScroll: true })
}

const openHint = (panel: HTMLElement): void => {
  const hints = [...panel.querySelectorAll<HTMLDetailsElement>('details[data-hint]')]
  const at = hints.findIndex((hint) => hint.contains(document.activeElement))
  const next = hints.find(({ open }) => !open) ?? hints[(at + 1) % hints.length]
  if (next === undefined) return
  next.open = true
  next.querySelector('summary')?.focus()
}

const moveIn = (list: HTMLElement | null, forward: boolean): void => {
  const cards = [...(list?.querySelectorAll<HTMLElement>('[data-challenge]') ?? [])]
  const at = cards.findIndex((card) => card === document.activeElement)
  const next = forward ? at + 1 : Math.max(0, at - 1)
  cards[Math.min(next, cards.length - 1)]?.focus()
}

/** As typing does, so that React hears of it. */
const fill = (box: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
