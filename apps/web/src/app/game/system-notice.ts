import { useSyncExternalStore } from 'react'

const key = 'pennant.systemNotices'

/** Whether this browser shows them for this page at all: not without HTTPS, nor on most phones. */
export type SystemNotices = 'missing' | 'denied' | 'off' | 'on'

const listeners = new Set<() => void>()

const read = (): SystemNotices => {
  if (!('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  try {
    return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
  } catch {
    return 'off'
  }
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}

/** The browser asks its user the first time. */
const choose = async (wanted: boolean): Promise<void> => {
  try {
    if (wanted) await Notification.requestPermission()
    localStorage.setItem(key, wanted ? 'on' : 'off')
  } catch {
    // What cannot be asked for or kept stays off.
  }
  for (const changed of listeners) changed()
}

export const useSystemNotices = (): [SystemNotices, (wanted: boolean) => void] => [
  useSyncExternalStore(subscribe, read),
  (wanted) => void choose(wanted),
]

type Words = { id: string; title: string; text: string; onOpen: () => void }

/** Told by the system where the page is out of sight and its visitor has asked for that; once for all tabs. */
export const tellBySystem = ({ id, title, text, onOpen }: Words): void => {
  if (document.visibilityState === 'visible' || read() !== 'on') return
  try {
    const told = new Notification(title, { body: text, tag: id })
    told.addEventListener('click', () => {
      focus()
      told.close()
      onOpen()
    })
  } catch {
    // Some systems allow it to service workers only.
  }
}
