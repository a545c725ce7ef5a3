import type { TeamChange } from '@pennant/contract/hub'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import type { Api } from '../../api/client.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import type { ToastStore } from '../../ui/toast-store.ts'

const shownMs = 8_000

type Needs = { api: Api; queries: QueryClient; toasts: ToastStore; t: TFunction<'play'> }

/** Tells of what a teammate has solved. */
export const showSolve = async ({ api, queries, toasts, t }: Needs, change: TeamChange): Promise<void> => {
  const { gameId: game, challengeId = 0, user } = change
  const { challenges } = await queries.query({ ...detailsQuery(api, game, false), staleTime: 'static' })
  const challenge = Object.values(challenges)
    .flat()
    .find(({ id }) => id === challengeId)
  if (challenge === undefined || user === undefined) return
  toasts.show({
    id: `solve-${game}-${challengeId}`,
    tone: 'good',
    title: textOf(change, { name: user, title: challenge.title }, t),
    action: <Link to={`/games/${game}/challenges?challenge=${challengeId}`}>{t('solve.open')}</Link>,
    closesAfterMs: shownMs,
  })
}

const textOf = (
  { points, rank, rankBefore }: TeamChange,
  names: { name: string; title: string },
  t: Needs['t'],
): string => {
  if (points === undefined) return t('solve.toast', names)
  const solve = { ...names, points: String(points) }
  if (!rank || !rankBefore || rank === rankBefore) return t('solve.toastPoints', solve)
  return t('solve.toastRank', { ...solve, rank: String(rank), before: String(rankBefore) })
}
