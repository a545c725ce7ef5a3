import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { withTexts } from '../../i18n/start.ts'
import type { GameStore } from '../../live/game-store.ts'
import { useToasts } from '../../ui/toast-store.ts'
import type { News } from './news.tsx'

export type NewsOptions = {
  game: DetailedGameInfo
  say: (text: string) => void
  onOpenNotices: () => void
}

type Tell = (act: (news: News) => void | Promise<void>) => void

/** What tells of news is loaded with the first. */
export const useNews = (options: NewsOptions, store: GameStore): Tell => {
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const { i18n } = useTranslation()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [{ tell, stop }] = useState(() => {
    let made: Promise<News> | undefined
    const load = async (): Promise<News> => {
      const { createNews } = await withTexts('live', import('./news.tsx'))
      return createNews({
        ...{ api, queries, toasts, i18n, store },
        game: () => latest.current.game,
        say: (text) => latest.current.say(text),
        onOpenNotices: () => latest.current.onOpenNotices(),
      })
    }
    return {
      tell: (act: (news: News) => void | Promise<void>): void =>
        void (made ??= load()).then(act).catch(() => {
          made = undefined
        }),
      stop: (): void => void made?.then((news) => news.stop()).catch(() => undefined),
    }
  })
  useEffect(() => stop, [stop])
  return tell
}
