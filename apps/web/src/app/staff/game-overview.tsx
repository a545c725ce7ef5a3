import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { CtftimePanel } from '../../features/game-edit/components/ctftime-panel.tsx'
import { FreezePanel } from '../../features/game-edit/components/freeze-panel.tsx'
import { GameKeys } from '../../features/game-edit/components/game-keys.tsx'
import { Readiness } from '../../features/game-edit/components/readiness.tsx'
import { Overview } from '../../features/monitor/pages/overview-page.tsx'
import { useGameToEdit } from '../../kit/use-layout-game.ts'
import { Panel } from '../../ui/panel.tsx'

export const GameOverview = () => {
  const { t } = useTranslation('organise')
  const { data: game } = useGameToEdit()
  const { extensions } = useApi()
  const id = useId()
  return (
    <Overview
      game={game}
      before={
        <>
          <Readiness game={game} />
          {extensions.supported && <FreezePanel game={game} />}
        </>
      }
      after={
        <>
          <Panel labelledBy={id}>
            <h2 id={id}>{t('overview.keys')}</h2>
            <GameKeys game={game} />
          </Panel>
          {extensions.supported && <CtftimePanel game={game} />}
        </>
      }
    />
  )
}
