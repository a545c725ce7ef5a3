import type { DetailedGameInfo, GameInfo } from '@pennant/contract/game'
import { useOutletContext } from 'react-router'
import type { Versioned } from '../api/versioned.ts'

/** The game whose editor stands around the page. Another game makes another page. */
export const useGameToEdit = (): Versioned<GameInfo> => useOutletContext()

/** The game whose monitor stands around the page. Another game makes another page. */
export const useWatchedGame = (): DetailedGameInfo => useOutletContext()
