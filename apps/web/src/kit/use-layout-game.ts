import type { DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import { useOutletContext } from 'react-router'
import type { Versioned } from '../api/versioned.ts'

/** Another game remounts the page. */
export const useGameToEdit = (): Versioned<GameInfo> => useOutletContext()

export const useWatchedGame = (): DetailedGameInfo => useOutletContext()
