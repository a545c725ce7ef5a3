import type { InstanceNews } from '@pennant/contract/hub'
import { createContext, useContext } from 'react'
import type { LiveState } from '../../live/state.ts'

export type GameLive = {
  state: LiveState
  /** Whether changes of the board and of instances are heard; compatible servers push notices alone. */
  pushed: boolean
  /** What was last heard of the starts of instances, by challenge. */
  news: ReadonlyMap<number, InstanceNews>
}

const Live = createContext<GameLive | null>(null)

export const GameLiveProvider = Live.Provider

/** What the frame around every screen of a game hears. */
export const useGameLive = (): GameLive => {
  const live = useContext(Live)
  if (live === null) throw new Error('useGameLive outside of GameFrame')
  return live
}
