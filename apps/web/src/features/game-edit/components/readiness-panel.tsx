import type { GameInfo } from '@pennant/contract/game'
import { isReady, type ReadinessFinding, type ReadinessItem } from '@pennant/rules/game/readiness'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import classes from './readiness-panel.module.css'
import { VisibilityDialog } from './visibility-dialog.tsx'

type Props = { game: GameInfo; findings: readonly ReadinessFinding[] }

/** What is still missing before the game goes public, and the step of making it public. */
export const ReadinessPanel = ({ game, findings }: Props) => {
  const { t } = useTranslation('organise')
  const id = useId()
  const [asking, setAsking] = useState(false)
  const faults = findings.filter(({ item, fault }) => item !== 'visible' && fault !== null)
  const ready = isReady(findings)
  // As many as there are marks below.
  const open = findings.filter(({ fault }) => fault !== null).length
  return (
    <Panel labelledBy={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {t('overview.readiness')}
        </h2>
        <p className={classes.sum}>{ready ? t('overview.ready') : t('overview.open', { count: open })}</p>
        <Button kind={game.hidden ? 'primary' : 'quiet'} onClick={() => setAsking(true)}>
          {game.hidden ? t('games.publish') : t('games.hide')}
        </Button>
      </div>
      <ul className={classes.list}>
        {findings.map((finding) => (
          <Finding key={finding.item} gameId={game.id} finding={finding} />
        ))}
      </ul>
      {asking && (
        <VisibilityDialog game={game} to={game.hidden ? 'listed' : 'hidden'} onClose={() => setAsking(false)}>
          {game.hidden && !ready && (
            <Callout tone="caution" title={t('overview.notReady')}>
              <ul className={classes.warnings}>
                {faults.map(
                  ({ item, fault }) => fault !== null && <li key={item}>{t(`overview.fault.${fault}`)}</li>,
                )}
              </ul>
            </Callout>
          )}
        </VisibilityDialog>
      )}
    </Panel>
  )
}

const places: Readonly<Record<Exclude<ReadinessItem, 'visible'>, string>> = {
  title: 'info',
  times: 'info#times',
  description: 'info#about',
  poster: 'info#poster',
  challenges: 'challenges',
  playable: 'challenges',
  divisions: 'divisions',
  writeup: 'info#writeups',
  address: '/admin/settings#address',
  instances: '/admin/status',
}

const Finding = ({ gameId, finding }: { gameId: number; finding: ReadinessFinding }) => {
  const { t } = useTranslation('organise')
  const { item, fault, grave, subjects } = finding
  const base = `/admin/games/${gameId}`
  const state = fault === null ? 'ready' : grave ? 'missing' : 'advice'
  return (
    <li className={classes.item} data-state={state}>
      <span className={classes.sign}>
        <Icon name={signs[state]} />
        <VisuallyHidden>{t(`overview.state.${state}`)}</VisuallyHidden>
      </span>
      <div>
        {item === 'visible' ? (
          <span className={classes.name}>{t('overview.item.visible')}</span>
        ) : (
          <Link
            to={places[item].startsWith('/') ? places[item] : `${base}/${places[item]}`}
            className={classes.name}
          >
            {t(`overview.item.${item}`)}
          </Link>
        )}
        {fault !== null && <p className={classes.fault}>{t(`overview.fault.${fault}`)}</p>}
        {subjects.length > 0 && (
          <p className={classes.subjects}>
            {subjects.map(({ id, name }) => (
              <Link
                key={id}
                to={item === 'playable' ? `${base}/challenges/${id}` : `${base}/divisions`}
                className={classes.subject}
              >
                {name}
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}

const signs = { ready: 'check', advice: 'warning', missing: 'cross' } as const
