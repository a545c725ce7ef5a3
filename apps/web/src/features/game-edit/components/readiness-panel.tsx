import type { GameInfo } from '@pennant/contract/game'
import type { Phase } from '@pennant/rules/game/phase'
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
  const open = findings.filter(({ fault }) => fault !== null).length
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
      <ul className={classes.list}>
        {findings.map((finding) => (
          <Finding key={finding.item} game={game} phase={phase} finding={finding} />
        ))}
      </ul>
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

const placeOf = (item: Exclude<ReadinessItem, 'visible'>, { id, title }: GameInfo): string => {
  const work = `/admin/games/${id}`
  const monitor = `/games/${id}/monitor`
  const places: Readonly<Record<typeof item, string>> = {
    title: `${work}/info`,
    times: `${work}/info#times`,
    description: `${work}/info#about`,
    poster: `${work}/info#poster`,
    challenges: `${work}/challenges`,
    playable: `${work}/challenges`,
    networks: '/admin/status',
    unsolved: `${work}/challenges`,
    divisions: `${work}/divisions`,
    entry: `${work}/divisions`,
    waiting: `${work}/review?status=Pending`,
    copied: `${monitor}/cheatinfo`,
    writeup: `${work}/info#writeups`,
    writeups: `${work}/writeups`,
    address: '/admin/settings#address',
    instances: '/admin/status',
    running: '/admin/instances',
    captures: `${monitor}/traffic`,
    frozen: `${work}/results`,
    results: `${work}/results`,
    archive: `/admin/games?q=${encodeURIComponent(title)}`,
  }
  return places[item]
}

type FindingProps = { game: GameInfo; phase: Phase; finding: ReadinessFinding }

const Finding = ({ game, phase, finding }: FindingProps) => {
  const { t } = useTranslation('organise')
  const { item, fault, grave, subjects, count } = finding
  const base = `/admin/games/${game.id}`
  const state = fault === null ? 'ready' : grave ? 'missing' : phase === 'ended' ? 'todo' : 'advice'
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
          <Link to={placeOf(item, game)} className={classes.name}>
            {t(`overview.item.${item}`)}
          </Link>
        )}
        {fault !== null && <p className={classes.fault}>{t(`overview.fault.${fault}`, { count })}</p>}
        {subjects.length > 0 && (
          <p className={classes.subjects}>
            {subjects.map(({ id, name }) => (
              <Link
                key={id}
                to={ofChallenges.has(item) ? `${base}/challenges/${id}` : `${base}/divisions`}
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

const ofChallenges: ReadonlySet<ReadinessItem> = new Set([
  'challenges',
  'playable',
  'networks',
  'unsolved',
] as const)

const signs = { ready: 'check', advice: 'warning', missing: 'cross', todo: 'right' } as const
