import { hasStarted } from '@pennant/rules/game/phase'
import type { Change } from '@pennant/rules/scoreboard/what-if'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/queries/game-to-edit.ts'
import { Callout } from '../../ui/callout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Loaded } from '../loaded.tsx'
import { DifferenceList } from './difference-list.tsx'
import { whatIfQuery } from './query.ts'
import classes from './what-if.module.css'

type Props = { game: number; change: Change }

export const WhatIfPreview = ({ game, change }: Props) => {
  const { t } = useTranslation('staff')
  const api = useApi()
  const { supported } = api.extensions
  const query = useQuery({ ...whatIfQuery(api, game, change), enabled: supported })
  // Other servers don't say what points follow from.
  if (!supported) return null
  return (
    <Loaded
      query={query}
      failed={t('whatIf.failed')}
      waiting={<Skeleton label={t('whatIf.computing')} lines={3} />}
    >
      {({ difference }) =>
        difference === null ? (
          <Callout tone="danger" title={t('whatIf.differs')} alert />
        ) : (
          <DifferenceList difference={difference} />
        )
      }
    </Loaded>
  )
}

/** Before the game starts, nobody has points. */
export const WhatIfSection = (props: Props) => {
  const { t } = useTranslation('staff')
  const id = useId()
  const api = useApi()
  const { data: game } = useQuery(gameToEditQuery(api, props.game))
  if (!api.extensions.supported || game === undefined || !hasStarted(game.data, api.time.now())) return null
  return (
    <Stack as="section" gap="s" aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {t('whatIf.title')}
      </h3>
      {game.data.resultsAt !== undefined && <Callout tone="caution" title={t('whatIf.published')} />}
      <WhatIfPreview {...props} />
    </Stack>
  )
}
