import type { Change } from '@pennant/rules/scoreboard/what-if'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useApi } from '../context.ts'
import { Loaded } from '../loaded.tsx'
import { DifferenceList } from './difference-list.tsx'
import { whatIfQuery } from './query.ts'

type Props = { game: number; change: Change }

/** What a change that is about to be made would do to the board of a game. */
export const WhatIfPreview = ({ game, change }: Props) => {
  const { t } = useTranslation('desk')
  const query = useQuery(whatIfQuery(useApi(), game, change))
  return (
    <Loaded
      query={query}
      failed={t('whatIf.failed')}
      waiting={<Skeleton label={t('whatIf.computing')} lines={3} />}
    >
      {(difference) => <DifferenceList difference={difference} />}
    </Loaded>
  )
}
