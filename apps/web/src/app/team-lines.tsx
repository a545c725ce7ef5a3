import type { TeamChange } from '@pennant/contract/hub'
import type { GameDetail } from '@pennant/contract/scoreboard'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../api/context.ts'
import { attemptsQuery } from '../features/challenge/attempts.ts'
import { type Line, Lines } from '../features/home/cockpit/lines.tsx'
import { teamNewsOf } from '../features/home/cockpit/team-news.ts'
import { lastChallengeIn } from '../storage.ts'

type Props = { game: number; detail: GameDetail; heard: readonly TeamChange[]; most: number }

/** What the own team did. Of attempts, the server lists those of one challenge: the one last looked at. */
export const TeamLines = ({ game, detail, heard, most }: Props) => {
  const { t } = useTranslation('live')
  const api = useApi()
  const all = Object.values(detail.challenges).flat()
  const last = all.find(({ id }) => id === lastChallengeIn(game).get())
  const { data: list = [] } = useQuery({
    ...attemptsQuery(api, { game, challenge: last?.id ?? 0 }),
    enabled: api.extensions.supported && last !== undefined,
    refetchInterval: false,
  })
  const news = teamNewsOf({
    detail,
    attempts: last === undefined ? null : { challengeId: last.id, list },
    heard,
  })
  const lines = news.slice(0, most).map(({ kind, user, challengeId, time }): Line => {
    const challenge = all.find(({ id }) => id === challengeId)?.title ?? ''
    return { key: `${kind} ${user} ${challengeId}`, text: t(`line.own${kind}`, { user, challenge }), time }
  })
  return <Lines lines={lines} none={t('line.ownNone')} />
}
