import type { DetailedGameInfo } from '@pennant/contract/game'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { NoticeFilter } from '../../features/notice/components/notice-list.tsx'
import type { GameLive } from './live.ts'

/** What the layout of a game hands to the pages inside it. */
export type GameOutlet = {
  game: DetailedGameInfo
  live: GameLive
  /** How many notices have not been read. */
  unread: number
  /** Which notices are listed, wherever they are. */
  filter: NoticeFilter
}

export const useGame = (): GameOutlet => useOutletContext<GameOutlet>()

/** A route's page out of one that takes its game. */
export const withGame = (
  Page: ComponentType<{ game: DetailedGameInfo }>,
): { Component: () => ReactNode } => ({
  Component: () => createElement(Page, { game: useGame().game }),
})
