import { useSyncExternalStore } from 'react'
import { stored } from '../../storage.ts'

const choice = stored('pennant.systemNotices', String, 'off')

/** 'missing': no support, as without HTTPS and on most phones. */
export type SystemNotices = 'missing' | 'denied' | 'off' | 'on'

const read = (): SystemNotices => {
  if (!('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && choice.get() === 'on' ? 'on' : 'off'
}

const choose = async (wanted: boolean): Promise<void> => {
  try {
    if (wanted) await Notification.requestPermission()
  } catch {
    // Permission that can't be asked for stays off.
  }
  choice.set(wanted ? 'on' : 'off')
}

export const useSystemNotices = (): [SystemNotices, (wanted: boolean) => void] => [
  useSyncExternalStore(choice.subscribe, read),
  (wanted) => void choose(wanted),
]

type SystemNotification = { id: string; title: string; text: string; onOpen: () => void }

/** Once for all tabs, and only while the page is hidden. */
export const showSystemNotification = ({ id, title, text, onOpen }: SystemNotification): void => {
  if (document.visibilityState === 'visible' || read() !== 'on') return
  try {
    const notification = new Notification(title, { body: text, tag: id })
    notification.addEventListener('click', () => {
      focus()
      notification.close()
      onOpen()
    })
  } catch {
    // Some systems allow it only to service workers.
  }
}
