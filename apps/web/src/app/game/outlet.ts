import type { DetailedGameInfo } from '@pennant/contract/game'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { GameLive } from './live.ts'
import type { PanelList } from './notice-panel.tsx'

export type GameOutlet = {
  game: DetailedGameInfo
  live: GameLive
  unread: number
  /** The one that the side column shows. */
  lists: { list: PanelList; onList: (list: PanelList) => void }
}

export const useGame = (): GameOutlet => useOutletContext<GameOutlet>()

export const withGame = (
  Page: ComponentType<{ game: DetailedGameInfo }>,
): { Component: () => ReactNode } => ({
  Component: () => createElement(Page, { game: useGame().game }),
})
