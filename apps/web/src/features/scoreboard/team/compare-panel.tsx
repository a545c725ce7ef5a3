import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { CategorySign } from '../../../theme/category.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type Board, type BoardTeam, solvesOf } from '../board.ts'
import { categoriesIn } from '../team-list.ts'
import { figuresByCategory } from './team-figures.ts'
import classes from './compare-panel.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  board: Board
  teams: readonly BoardTeam[]
  onOpen: (team: number) => void
  onRemove: (team: number) => void
  onClear: () => void
}

export const ComparePanel = ({ board, teams, onOpen, onRemove, onClear }: Props) => {
  const { t } = useTranslation('board')
  const figures = new Map(
    teams.map((team) => [team.id, figuresByCategory(board.challenges, solvesOf(board, team))]),
  )
  const rows: { key: string; head: ReactNode; value: (team: BoardTeam) => ReactNode }[] = [
    { key: 'rank', head: t('standing.rank'), value: ({ rank }) => rank ?? '–' },
    { key: 'score', head: t('standing.score'), value: ({ score }) => score },
    {
      key: 'solved',
      head: t('standing.solved'),
      value: ({ solves }) => `${solves} / ${board.challenges.length}`,
    },
    {
      key: 'last',
      head: t('board.by.last'),
      value: lastSolve,
    },
    ...categoriesIn(board).map((category) => ({
      key: category,
      head: (
        <span className={classes.category}>
          <CategorySign category={category} size={16} />
          {category}
        </span>
      ),
      value: ({ id }: BoardTeam) => {
        const own = figures.get(id)?.find((one) => one.category === category)
        return own === undefined ? '–' : `${own.points} (${own.solved} / ${own.of})`
      },
    })),
  ]
  return (
    <section className={classes.panel} aria-labelledby="compare">
      <header className={classes.head}>
        <h2 id="compare" className={classes.title}>
          {t('board.compare')}
        </h2>
        {teams.length === 1 && <p className={classes.hint}>{t('board.compareHint')}</p>}
        <Button size="small" onClick={onClear}>
          {t('board.compareEnd')}
        </Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone: keys scroll it */}
      <div className={classes.scroller} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('join.team')}</th>
              {teams.map(({ id, name }) => (
                <th key={id} scope="col" aria-label={name}>
                  <span className={classes.team}>
                    <button type="button" className={classes.open} onClick={() => onOpen(id)}>
                      <Name>{name}</Name>
                    </button>
                    <IconButton label={t('board.compareRemove', { name })} onClick={() => onRemove(id)}>
                      <Icon name="cross" size={14} />
                    </IconButton>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, head, value }) => (
              <tr key={key}>
                <th scope="row">{head}</th>
                {teams.map((team) => (
                  <td key={team.id}>{value(team)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const lastSolve = ({ lastSolveAt }: BoardTeam): ReactNode =>
  lastSolveAt === null ? '–' : <Moment at={lastSolveAt} />
