import type { GameInfo } from '@pennant/contract/game'
import type { Phase } from '@pennant/rules/game/phase'
import {
  type ReadinessFinding,
  type ReadinessItem,
  type ReadinessState,
  stateOf,
} from '@pennant/rules/game/readiness'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import classes from './finding-list.module.css'

type Props = {
  game: GameInfo
  phase: Phase
  findings: readonly ReadinessFinding[]
  /** One below the other, in the order in which they are done. */
  inOrder?: boolean
}

export const FindingList = ({ game, phase, findings, inOrder = false }: Props) => {
  const List = inOrder ? 'ol' : 'ul'
  return (
    <List className={inOrder ? `${classes.list} ${classes.steps}` : classes.list}>
      {findings.map((finding) => (
        <Finding key={finding.item} game={game} phase={phase} finding={finding} />
      ))}
    </List>
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
    reveal: `${work}/reveal`,
    results: `${work}/results#results`,
    ctftime: `${work}#ctftime`,
    archive: `/admin/games?q=${encodeURIComponent(title)}`,
  }
  return places[item]
}

type FindingProps = { game: GameInfo; phase: Phase; finding: ReadinessFinding }

const Finding = ({ game, phase, finding }: FindingProps) => {
  const { t } = useTranslation('organise')
  const { item, fault, subjects, count } = finding
  const base = `/admin/games/${game.id}`
  const state = stateOf(finding, phase)
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

const signs = {
  ...{ ready: 'check', advice: 'warning', missing: 'cross' },
  ...{ todo: 'right', waits: 'clock', offer: 'info' },
} as const satisfies Record<ReadinessState, IconName>
