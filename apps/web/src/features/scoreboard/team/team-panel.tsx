import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../../i18n/start.ts'
import { useNeighborKeys } from '../../../kit/use-neighbor-keys.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { type Board, type BoardTeam, solvesOf } from '../board.ts'
import { CategoryTable, MemberTable } from './figure-tables.tsx'
import { stateOf } from './own-team.ts'
import { SolveTable } from './solve-table.tsx'
import { figuresByCategory, figuresByMember } from './team-figures.ts'
import classes from './team-panel.module.css'
import { TeamStanding } from './team-standing.tsx'
import { Name } from '../../../ui/name.tsx'

const toHistory = () => withTexts('record', import('../../../kit/score-history/score-history.tsx'))
const OwnScoreHistory = lazy(async () => ({ default: (await toHistory()).OwnScoreHistory }))
const ScoreHistory = lazy(async () => ({ default: (await toHistory()).ScoreHistory }))

type Props = {
  board: Board
  team: BoardTeam
  /** The game in which the reader plays for this team. */
  ofGame: number | null
  /** Why it has its points by hand, if it is the reader's team. */
  reasons: readonly string[]
  /** The game, if the reader watches it. */
  watched: number | null
  /** Null: the board is that of now. */
  moment: number | null
  mark: ReactNode
  playing: string | null
  previous: number | null
  next: number | null
  /** Null if no more teams fit. */
  compared: boolean | null
  onCompare: () => void
  onGo: (team: number) => void
  onClose: () => void
}

export const TeamPanel = (props: Props) => {
  const { board, team, ofGame, reasons, watched, moment, mark, previous, next } = props
  const { compared, onCompare, onGo, onClose } = props
  const { t } = useTranslation('board')
  const solves = useMemo(() => solvesOf(board, team), [board, team])
  const division = board.divisions.find(({ id }) => id === team.divisionId)

  useNeighborKeys({ previous, next, onGo })

  return (
    <SideSheet
      title={
        <span className={classes.title}>
          <Avatar name={team.name} url={team.avatar} size={36} />
          <Name>{team.name}</Name>
        </span>
      }
      lead={mark}
      close={t('common.close')}
      onClose={onClose}
      controls={
        <>
          {previous !== null && (
            <IconButton label={t('board.previous')} onClick={() => onGo(previous)}>
              <Icon name="left" />
            </IconButton>
          )}
          {next !== null && (
            <IconButton label={t('board.next')} onClick={() => onGo(next)}>
              <Icon name="right" />
            </IconButton>
          )}
        </>
      }
    >
      <div className={classes.head}>
        {division !== undefined && (
          <Badge>
            <Name>{division.name}</Name>
          </Badge>
        )}
        {team.rank === null && <Badge tone="caution">{t('board.unrankedTeam')}</Badge>}
        {compared !== null && (
          <Button size="small" icon={<Icon name={compared ? 'dash' : 'plus'} />} onClick={onCompare}>
            {compared ? t('board.compareLess') : t('board.compareMore')}
          </Button>
        )}
      </div>
      {team.bio !== null && team.bio.trim() !== '' && <p className={classes.bio}>{team.bio}</p>}
      <TeamStanding board={board} team={team} solves={solves} reasons={reasons} />
      <Suspense>
        {ofGame !== null ? (
          <OwnScoreHistory game={ofGame} state={stateOf(team)} />
        ) : (
          watched !== null && (
            // It closes with each moment, so that a playing board asks for none.
            <ScoreHistory key={`${team.id} ${moment}`} game={watched} of={{ team: team.id, at: moment }} />
          )
        )}
      </Suspense>
      {solves.length === 0 ? (
        <p className={classes.none}>{t('board.noSolves')}</p>
      ) : (
        <>
          <CategoryTable figures={figuresByCategory(board.challenges, solves)} />
          <MemberTable figures={figuresByMember(solves)} />
          <SolveTable solves={solves.toReversed()} bloodBonus={board.bloodBonus} playing={props.playing} />
          <p className={classes.note}>{t('board.pointsMove')}</p>
        </>
      )}
    </SideSheet>
  )
}
