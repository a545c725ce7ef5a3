import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { ChallengeLevel } from '@pennant/contract/enums'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { ChallengeLabels, ChallengePoints, ChallengeState, ChallengeTitle } from './challenge-row.tsx'
import classes from './challenge-row.module.css'
import type { ListProps } from './list-props.ts'
import { MoveControls } from './move-controls.tsx'

/** The columns that there is room for; the others stand below the title. */
export type Room = 'all' | 'some' | 'few'

type Words = {
  t: TFunction<'organise'>
  levelText: (level: ChallengeLevel) => string
  actions: string
}

export const columnsOf = (
  props: ListProps,
  { t, levelText, actions }: Words,
  room: Room,
): Column<ChallengeSummary>[] => {
  const { game, challenges, movable } = props
  const hasLevels = challenges.some(({ level }) => level !== undefined)
  const hasLabels = challenges.some(({ tags, authors }) => tags !== undefined || authors !== undefined)
  const below = (challenge: ChallengeSummary): ReactNode => {
    if (room === 'all') return null
    const { category, type, level, tags, authors } = challenge
    const typeText = t(`challenge.type.${type}`)
    const words =
      room === 'some' ? [typeText] : [category, typeText, level === undefined ? '' : levelText(level)]
    return (
      <span className={classes.below}>
        <span>{words.filter(Boolean).join(' · ')}</span>
        {(tags ?? authors) !== undefined && <ChallengeLabels challenge={challenge} />}
      </span>
    )
  }
  return [
    ...(movable
      ? [
          {
            id: 'order',
            header: t('challenges.order'),
            width: '8rem',
            cell: (challenge: ChallengeSummary) => (
              <MoveControls
                title={challenge.title}
                onMove={(by) => props.onMove(challenge.id, by)}
                onGrip={(event) => props.onGrip(challenges.indexOf(challenge), event)}
              />
            ),
          },
        ]
      : []),
    {
      id: 'title',
      header: t('challenge.field.title'),
      width: 'minmax(10rem, 1fr)',
      sortable: true,
      narrow: 'title',
      cell: (challenge) => (
        <ChallengeTitle game={game} challenge={challenge}>
          {below(challenge)}
        </ChallengeTitle>
      ),
    },
    ...(room === 'few'
      ? []
      : [
          {
            id: 'category',
            header: t('challenge.field.category'),
            width: '6.5rem',
            sortable: true,
            cell: ({ category }: ChallengeSummary) => category,
          },
        ]),
    ...(room === 'all'
      ? [
          {
            id: 'type',
            header: t('challenges.type'),
            width: '7.5rem',
            sortable: true,
            cell: ({ type }: ChallengeSummary) => t(`challenge.type.${type}`),
          },
        ]
      : []),
    ...(hasLevels && room !== 'few'
      ? [
          {
            id: 'level',
            header: t('challenge.field.level'),
            width: '6rem',
            sortable: true,
            cell: ({ level }: ChallengeSummary) => (level === undefined ? '–' : levelText(level)),
          },
        ]
      : []),
    ...(hasLabels && room === 'all'
      ? [
          {
            id: 'labels',
            header: t('challenges.labels'),
            width: 'minmax(9rem, 0.8fr)',
            cell: (challenge: ChallengeSummary) => <ChallengeLabels challenge={challenge} />,
          },
        ]
      : []),
    {
      id: 'points',
      header: t('challenges.points'),
      width: '7rem',
      sortable: true,
      align: 'end',
      cell: (challenge) => <ChallengePoints challenge={challenge} />,
    },
    {
      id: 'state',
      header: t('challenges.state'),
      width: '10rem',
      sortable: true,
      cell: (challenge) => (
        <ChallengeState
          challenge={challenge}
          pending={props.isPending(challenge.id)}
          onEnable={(on) => props.onEnable(challenge, on)}
        />
      ),
    },
    {
      id: 'flags',
      header: actions,
      width: '5.75rem',
      narrow: 'plain',
      cell: ({ id }) => (
        <LinkButton size="small" to={`/admin/games/${game}/challenges/${id}/flags`}>
          {t('challenges.flags')}
        </LinkButton>
      ),
    },
  ]
}
