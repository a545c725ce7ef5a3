import { bloodPlaceOf } from '@pennant/rules/scoring/blood-bonus'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ownHistoryQuery } from '../../../kit/score-history/query.ts'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import type { ListedChallenge } from '../challenge-list.ts'
import classes from './panel-foot.module.css'

const bloodNames = { 1: 'blood.first', 2: 'blood.second', 3: 'blood.third' } as const

type Props = {
  game: number
  listed: ListedChallenge
  /** How many the team has solved. */
  count: number
  /** What it earned, where this page was told. */
  heard: number | undefined
}

export const SolvedBefore = ({ game, listed, count, heard }: Props) => {
  const { id, solve, later } = listed
  const { t } = useTranslation('solve')
  const place = bloodPlaceOf(solve?.type ?? 'Normal')
  const name = solve?.userName ?? null
  const now = solve?.score ?? null
  const earned = useEarned(game, { id, count, isWanted: heard === undefined && !later }) ?? heard ?? now
  return (
    <p className={classes.strip}>
      <BloodMark rank={place} />
      <span>{name === null ? t('challenge.solvedByUs') : t('solve.by', { name })}</span>
      {earned !== null && (
        <span>
          {earned === now || now === null
            ? t('challenge.points', { count: earned })
            : t('solve.worth', { count: earned, now: String(now) })}
        </span>
      )}
      {later ? <span>{t('freeze.later')}</span> : place !== 0 && <span>{t(bloodNames[place])}</span>}
    </p>
  )
}

/** Answers tell what a solve is worth by now, and only the history of the score what it was when it was made. */
const useEarned = (
  game: number,
  { id, count, isWanted }: { id: number; count: number; isWanted: boolean },
): number | undefined => {
  const api = useApi()
  const { data } = useQuery({
    ...ownHistoryQuery(api, game, `${count} solved`),
    enabled: isWanted && api.extensions.supported,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.find(({ what, challengeId }) => what === 'Solved' && challengeId === id)?.points
}
