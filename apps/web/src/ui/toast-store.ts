import { createContext, type ReactNode, useContext } from 'react'

export type ToastTone = 'good' | 'danger' | 'caution' | 'news' | 'pending'

export type Toast = {
  /** A later toast with the same ID replaces it. */
  id: string
  tone: ToastTone
  title: string
  text?: string
  action?: ReactNode
  /** Null: stays until it is closed or replaced. */
  closesAfterMs: number | null
}

type Wish = Omit<Toast, 'id' | 'closesAfterMs'> & { id?: string; closesAfterMs?: number | null }

export type ToastStore = {
  /** Returns the ID. A pending toast stays until it is replaced. */
  show(toast: Wish): string
  close(id: string): void
  current(): readonly Toast[]
  waiting(): number
  closeAll(): void
  subscribe(changed: () => void): () => void
}

const usualMs = 4_000
const mostAtOnce = 5

export const createToastStore = (): ToastStore => {
  let toasts: readonly Toast[] = []
  let shown: readonly Toast[] = []
  let made = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]): void => {
    toasts = next
    shown = next.slice(0, mostAtOnce)
    for (const changed of listeners) changed()
  }
  return {
    show({ id = `toast-${++made}`, closesAfterMs, ...wish }) {
      const toast = { ...wish, id, closesAfterMs: closesAfterMs ?? closingOf(wish.tone, closesAfterMs) }
      const known = toasts.some((one) => one.id === id)
      set(known ? toasts.map((one) => (one.id === id ? toast : one)) : [...toasts, toast])
      return id
    },
    close: (id) => set(toasts.filter((one) => one.id !== id)),
    closeAll: () => set(toasts.filter(({ tone }) => tone === 'pending')),
    current: () => shown,
    waiting: () => toasts.length - shown.length,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

const closingOf = (tone: ToastTone, wished: number | null | undefined): number | null =>
  wished === null || tone === 'pending' ? null : usualMs

const ToastContext = createContext<ToastStore | null>(null)

export const ToastProvider = ToastContext.Provider

export const useToasts = (): ToastStore => {
  const store = useContext(ToastContext)
  if (store === null) throw new Error('useToasts outside of ToastProvider')
  return store
}
