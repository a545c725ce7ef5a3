import type { DetailedGameInfo } from '@pennant/contract/game'
import { useOutletContext } from 'react-router'

/** The game whose monitor stands around the page. Another game makes another page. */
export const useWatchedGame = (): DetailedGameInfo => useOutletContext()
