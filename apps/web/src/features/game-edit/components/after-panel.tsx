import type { GameInfo } from '@pennant/contract/game'
import { phaseOf } from '@pennant/rules/game/phase'
import { afterOf } from '@pennant/rules/game/readiness'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Panel } from '../../../ui/panel.tsx'
import { capturesLeftQuery, overviewQuery } from '../queries.ts'
import { FindingList } from './finding-list.tsx'
import classes from './readiness-panel.module.css'

export const AfterPanel = ({ game }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const api = useApi()
  const id = useId()
  const now = useMinute()
  const phase = phaseOf(game, now)
  const enabled = phase === 'ended'
  const { data: overview } = useQuery({ ...overviewQuery(api, game.id), enabled })
  const { data: captures } = useQuery({ ...capturesLeftQuery(api, game.id), enabled })
  return (
    <Panel labelledBy={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {t('after.steps')}
        </h3>
      </div>
      <FindingList game={game} phase={phase} findings={afterOf({ game, now, overview, captures })} inOrder />
    </Panel>
  )
}
