import type { TeamInfo } from '@pennant/contract/team'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { WhatIfPreview } from '../../../kit/what-if/preview.tsx'
import { deletedFrom } from '../deleted-from.ts'
import classes from './people.module.css'

export const DeletionPreview = ({ teams }: { teams: readonly TeamInfo[] }) => {
  const { t } = useTranslation('admin')
  const { time } = useApi()
  const [now] = useState(() => time.now())
  return deletedFrom(teams, now).map(({ id, title, teamIds }) => (
    <section key={id} aria-label={t('teams.changesIn', { game: title })}>
      <h3 className={classes.heading}>{t('teams.changesIn', { game: title })}</h3>
      <WhatIfPreview game={id} change={{ kind: 'deleteTeams', teamIds }} />
    </section>
  ))
}
