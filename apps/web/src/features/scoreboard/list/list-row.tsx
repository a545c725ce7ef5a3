import { smallAvatarUrl } from '@pennant/contract/file'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Name } from '../../../ui/name.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { addressWith } from '../address.ts'
import { type Board, type Solve, solvesOf } from '../board.ts'
import { OwnMark } from '../grid/board-row.tsx'
import { divisionOf, hasSameContent } from '../grid/same-row.ts'
import type { ShownTeam } from '../team-list.ts'
import classes from './board-list.module.css'
import { CategoryBars } from './category-bars.tsx'

type Props = {
  board: Board
  shown: ShownTeam
  at: number
  of: number
  /** In pixels, from the start of the list. */
  top: number
  own: boolean
  /** Places gained lately. */
  up: number
  /** Sorted by the latest solve. */
  last: boolean
  roomy: boolean
  search: string
}

const Row = ({ board, shown: { team, rank, overall }, at, of, top, own, up, last, roomy, search }: Props) => {
  const { t } = useTranslation('board')
  const language = useLanguage()
  const solves = useMemo(() => solvesOf(board, team), [board, team])
  const later = solves.some((solve) => solve.later)
  const to = { search: `?${addressWith(new URLSearchParams(search), { team: team.id })}` }
  const division = divisionOf({ board, shown: { team, rank } })
  return (
    <li
      className={classes.row}
      style={{ insetBlockStart: top }}
      aria-setsize={of}
      aria-posinset={at + 1}
      data-team={team.id}
      data-own={own || undefined}
      data-later={later || undefined}
      data-odd={at % 2 === 1 || undefined}
    >
      <Link to={to} className={classes.link} preventScrollReset>
        <span className={classes.rank} data-top={rank !== null && rank <= 3 ? rank : undefined}>
          <VisuallyHidden>{t('standing.rank')} </VisuallyHidden>
          {rank ?? '–'}
          {overall !== undefined && (
            <span className={classes.overall}>
              <VisuallyHidden>{t('board.overall')} </VisuallyHidden>
              {overall === null ? '–' : `#${overall}`}
            </span>
          )}
        </span>
        <Avatar name={team.name} url={smallAvatarUrl(team.avatar)} size={28} />
        <span className={classes.names}>
          <span className={classes.name}>
            <Name>{team.name}</Name>
          </span>
          {own && <OwnMark />}
          <span className={classes.facts}>
            {division !== undefined && (
              <>
                <Name>{division}</Name>
                {' · '}
              </>
            )}
            {t('board.solved', { count: team.solves })}
            {up > 0 && (
              <span title={t('board.up', { count: up })}>
                <span aria-hidden="true">{` · ▲ ${up}`}</span>
                <VisuallyHidden> {t('board.up', { count: up })}</VisuallyHidden>
              </span>
            )}
            {last && team.lastSolveAt !== null && ` · ${formatClock(language, team.lastSolveAt)}`}
          </span>
        </span>
        {roomy && (
          <>
            <CategoryBars challenges={board.challenges} solves={solves} />
            <Latest solve={latestOf(solves)} />
          </>
        )}
        <span className={classes.points}>
          {team.score}
          <VisuallyHidden>
            {' '}
            {t('standing.score')}
            {later && ` ${t('freeze.later')}`}
          </VisuallyHidden>
        </span>
      </Link>
    </li>
  )
}

const Latest = ({ solve }: { solve: Solve | undefined }) => {
  const language = useLanguage()
  return (
    <span className={classes.latest}>
      {solve !== undefined && (
        <>
          <span className={classes.challenge}>
            <Name>{solve.challenge.title}</Name>
          </span>
          <time className={classes.when} dir="ltr" dateTime={new Date(solve.at).toISOString()}>
            {formatClock(language, solve.at)}
          </time>
        </>
      )}
    </span>
  )
}

const latestOf = (solves: readonly Solve[]): Solve | undefined =>
  solves.reduce<Solve | undefined>(
    (latest, solve) => (latest === undefined || solve.at > latest.at ? solve : latest),
    undefined,
  )

const apart = ['at', 'of', 'top', 'own', 'up', 'last', 'roomy', 'search'] as const
const noColumns: readonly number[] = []
const contentOf = ({ board, shown }: Props) => ({
  board,
  shown,
  challenges: board.challenges,
  columns: noColumns,
})

export const ListRow = memo(
  Row,
  (before, now) =>
    apart.every((name) => before[name] === now[name]) && hasSameContent(contentOf(before), contentOf(now)),
)
