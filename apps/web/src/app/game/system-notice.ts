import { useSyncExternalStore } from 'react'
import { stored } from '../../storage.ts'

const wish = stored('pennant.systemNotices', String, 'off')

/** 'missing': no support, as without HTTPS and on most phones. */
export type SystemNotices = 'missing' | 'denied' | 'off' | 'on'

const read = (): SystemNotices => {
  if (!('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && wish.get() === 'on' ? 'on' : 'off'
}

const choose = async (wanted: boolean): Promise<void> => {
  try {
    if (wanted) await Notification.requestPermission()
  } catch {
    // Permission that can't be asked for stays off.
  }
  wish.set(wanted ? 'on' : 'off')
}

export const useSystemNotices = (): [SystemNotices, (wanted: boolean) => void] => [
  useSyncExternalStore(wish.subscribe, read),
  (wanted) => void choose(wanted),
]

type Words = { id: string; title: string; text: string; onOpen: () => void }

/** Once for all tabs, and only while the page is hidden. */
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
    // Some systems allow it only to service workers.
  }
}
