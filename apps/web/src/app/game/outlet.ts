import type { DetailedGameInfo } from '@pennant/contract/game'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { NoticeFilter } from '../../features/notice/components/notice-list.tsx'
import type { GameLive } from './live.ts'

export type GameOutlet = {
  game: DetailedGameInfo
  live: GameLive
  unread: number
  filter: NoticeFilter
}

export const useGame = (): GameOutlet => useOutletContext<GameOutlet>()

export const withGame = (
  Page: ComponentType<{ game: DetailedGameInfo }>,
): { Component: () => ReactNode } => ({
  Component: () => createElement(Page, { game: useGame().game }),
})
