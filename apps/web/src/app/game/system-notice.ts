import { useSyncExternalStore } from 'react'
import { stored } from '../../storage.ts'

const wish = stored('pennant.systemNotices', String, 'off')

/** Whether this browser shows them for this page at all: not without HTTPS, nor on most phones. */
export type SystemNotices = 'missing' | 'denied' | 'off' | 'on'

const read = (): SystemNotices => {
  if (!('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && wish.get() === 'on' ? 'on' : 'off'
}

/** The browser asks its user the first time. */
const choose = async (wanted: boolean): Promise<void> => {
  try {
    if (wanted) await Notification.requestPermission()
  } catch {
    // What can't be asked for stays off.
  }
  wish.set(wanted ? 'on' : 'off')
}

export const useSystemNotices = (): [SystemNotices, (wanted: boolean) => void] => [
  useSyncExternalStore(wish.subscribe, read),
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
