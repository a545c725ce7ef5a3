import type { GameInfo } from '@pennant/contract/game'
import type { Phase } from '@pennant/rules/game/phase'
import { isReady, openIn, type ReadinessFinding } from '@pennant/rules/game/readiness'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { FindingList } from './finding-list.tsx'
import classes from './readiness-panel.module.css'
import { VisibilityDialog } from './visibility-dialog.tsx'

type Props = { game: GameInfo; phase: Phase; findings: readonly ReadinessFinding[] }

const labels = {
  upcoming: { title: 'overview.readiness', calm: 'overview.ready', open: 'overview.open' },
  running: { title: 'overview.attention', calm: 'overview.calm', open: 'overview.open' },
  ended: { title: 'overview.left', calm: 'overview.calm', open: 'overview.steps' },
} as const

export const ReadinessPanel = ({ game, phase, findings }: Props) => {
  const { t } = useTranslation('organise')
  const id = useId()
  const [asking, setAsking] = useState(false)
  const faults = findings.filter(({ item, fault }) => item !== 'visible' && fault !== null)
  const ready = phase === 'ended' || isReady(findings)
  const word = labels[phase]
  const open = openIn(findings)
  return (
    <Panel labelledBy={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {t(word.title)}
        </h2>
        <p className={classes.sum}>{open === 0 ? t(word.calm) : t(word.open, { count: open })}</p>
        <Button kind={game.hidden ? 'primary' : 'quiet'} onClick={() => setAsking(true)}>
          {game.hidden ? t('games.publish') : t('games.hide')}
        </Button>
      </div>
      <FindingList game={game} phase={phase} findings={findings} />
      {asking && (
        <VisibilityDialog game={game} to={game.hidden ? 'listed' : 'hidden'} onClose={() => setAsking(false)}>
          {game.hidden && !ready && (
            <Callout tone="caution" title={t('overview.notReady')}>
              <ul className={classes.warnings}>
                {faults.map(
                  ({ item, fault, count }) =>
                    fault !== null && <li key={item}>{t(`overview.fault.${fault}`, { count })}</li>,
                )}
              </ul>
            </Callout>
          )}
        </VisibilityDialog>
      )}
    </Panel>
  )
}
