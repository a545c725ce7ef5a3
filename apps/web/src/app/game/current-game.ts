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

export const gameIdIn = ({ id = '' }: Readonly<Record<string, string | undefined>>): number | null =>
  /^\d{1,9}$/.test(id) ? Number(id) : null

export const gameIn = (pathname: string): number | null =>
  gameIdIn({ id: /^(?:\/admin)?\/games\/([^/]+)/i.exec(pathname)?.[1] })
