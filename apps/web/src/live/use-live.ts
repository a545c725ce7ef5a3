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
  /** Whether the server tells for how long there was nothing to hear. */
  welcomes?: boolean
  on: Partial<Record<Event, (payload: never) => void>>
  /** After each (re)connection: messages may have been missed, but for `quietMs` there were none. */
  onConnected?: (quietMs: number) => void
}

const events = Object.values(hubEvents)

export const useLive = ({
  hub,
  game,
  wanted = true,
  welcomes = false,
  on,
  onConnected,
}: Options): LiveState => {
  const [state, setState] = useState<LiveState>('connecting')
  const latest = useRef({ on, onConnected, welcomes })
  useEffect(() => {
    latest.current = { on, onConnected, welcomes }
  })

  useEffect(() => {
    if (!wanted) return undefined
    const stopping = new AbortController()
    const query = [
      ...(game === undefined ? [] : [`game=${game}`]),
      ...(latest.current.welcomes ? ['welcome=1'] : []),
    ]
    const url = `/hub/${hub}${query.length === 0 ? '' : '?'}${query.join('&')}`
    const message = ({ event, payload }: Message): void => {
      const handlers: Record<string, ((payload: never) => void) | undefined> = latest.current.on
      // Our server sends this event in the shape of the contract.
      handlers[event]?.(payload as never)
    }
    let last: LiveState = 'offline'
    const become = (now: LiveState, quietMs = 0): void => {
      if (stopping.signal.aborted || now === last) return
      last = now
      setState(now)
      if (now === 'live') latest.current.onConnected?.(quietMs)
    }
    const options = { url, events, welcomes: latest.current.welcomes, signal: stopping.signal }
    shareConnection(options, { message, state: become }).catch(() => become('offline'))
    return () => stopping.abort()
  }, [hub, game, wanted])
  return state
}
