import { hubEvents } from '@pennant/contract/hub'
import { useEffect, useRef, useState } from 'react'
import type { Message, LiveState } from './connection.ts'
import { shareConnection } from './shared-connection.ts'

export type Hub = 'user' | 'monitor' | 'admin'

type Event = keyof typeof hubEvents

type Options = {
  hub: Hub
  /** None for the administrators' hub. */
  game?: number
  wanted?: boolean
  on: Partial<Record<Event, (payload: never) => void>>
  /** After each (re)connection: earlier messages may have been missed. */
  onConnected?: () => void
}

const events = Object.values(hubEvents)

export const useLive = ({ hub, game, wanted = true, on, onConnected }: Options): LiveState => {
  const [state, setState] = useState<LiveState>('connecting')
  const latest = useRef({ on, onConnected })
  useEffect(() => {
    latest.current = { on, onConnected }
  })

  useEffect(() => {
    if (!wanted) return undefined
    const stopping = new AbortController()
    const url = game === undefined ? `/hub/${hub}` : `/hub/${hub}?game=${game}`
    const message = ({ event, payload }: Message): void => {
      const handlers: Record<string, ((payload: never) => void) | undefined> = latest.current.on
      // Our server sends this event in the shape of the contract.
      handlers[event]?.(payload as never)
    }
    let last: LiveState = 'offline'
    const become = (now: LiveState): void => {
      if (stopping.signal.aborted || now === last) return
      last = now
      setState(now)
      if (now === 'live') latest.current.onConnected?.()
    }
    shareConnection({ url, events, signal: stopping.signal }, { message, state: become }).catch(() =>
      become('offline'),
    )
    return () => stopping.abort()
  }, [hub, game, wanted])
  return state
}
