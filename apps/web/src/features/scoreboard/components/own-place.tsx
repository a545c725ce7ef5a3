import { useTranslation } from 'react-i18next'
import { Name } from '../../../ui/name.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { Board, BoardTeam } from '../board.ts'
import type { Selection } from '../team-list.ts'
import { placeIn } from '../team/team-figures.ts'
import classes from './own-place.module.css'

type Props = { board: Board; team: BoardTeam; selection: Selection; onJump: () => void }

/** Stands in for the own row while that is out of sight. */
export const OwnPlace = ({ board, team, selection, onJump }: Props) => {
  const { t } = useTranslation('board')
  const { rank, toAbove } = placeIn(board, team, selection)
  return (
    <button type="button" className={classes.strip} data-own-place="" onClick={onJump}>
      <VisuallyHidden>{t('board.toOwn')} </VisuallyHidden>
      <span className={classes.rank}>{rank ?? '–'}</span>
      <span className={classes.name}>
        <Name>{team.name}</Name>
      </span>
      <span className={classes.points}>{team.score}</span>
      {toAbove !== null && toAbove > 0 && (
        <span className={classes.gap}>{t('board.toAbove', { count: toAbove })}</span>
      )}
    </button>
  )
}
