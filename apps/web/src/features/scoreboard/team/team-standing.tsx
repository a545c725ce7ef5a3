import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { useSignedNumber } from '../../../i18n/number.ts'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { Board, BoardTeam, Solve } from '../board.ts'
import { standingOf } from './team-figures.ts'
import classes from './team-standing.module.css'

type Props = { board: Board; team: BoardTeam; solves: readonly Solve[]; reasons: readonly string[] }

const bloodWords = ['blood.first', 'blood.second', 'blood.third'] as const

export const TeamStanding = ({ board, team, solves, reasons }: Props) => {
  const { t } = useTranslation('board')
  const signed = useSignedNumber()
  const { ranked, rankedInDivision, toAbove, bloods } = standingOf(board, team, solves)
  const division = board.divisions.find(({ id }) => id === team.divisionId)
  return (
    <>
      <dl className={classes.facts}>
        <Fact
          name={t('standing.rank')}
          note={team.rank === null ? t('board.unrankedTeam') : t('board.ofTeams', { count: ranked })}
        >
          {team.rank ?? '–'}
        </Fact>
        {team.divisionRank !== null && division !== undefined && (
          <Fact
            name={t('standing.divisionRank')}
            note={t('board.ofDivision', { count: rankedInDivision, division: division.name })}
          >
            {team.divisionRank}
          </Fact>
        )}
        <Fact
          name={t('standing.score')}
          note={toAbove === null || toAbove <= 0 ? undefined : t('board.toAbove', { count: toAbove })}
        >
          {team.score}
        </Fact>
        {team.adjustment !== 0 && (
          <Fact name={t('board.byHand')}>
            {signed(team.adjustment)}
            {reasons.map((reason) => (
              <span key={reason} className={`${classes.words} ${classes.reason}`}>
                <bdi>{reason}</bdi>
              </span>
            ))}
          </Fact>
        )}
        <Fact name={t('standing.solved')} note={t('board.ofChallenges', { count: board.challenges.length })}>
          {team.solves}
        </Fact>
        <Fact name={t('board.bloods')}>
          {bloods.every((count) => count === 0) ? (
            <span className={classes.words}>{t('board.bloodsNone')}</span>
          ) : (
            <span className={classes.bloods}>
              {bloods.map(
                (count, at) =>
                  count > 0 && (
                    <span
                      key={bloodWords[at]}
                      className={classes.blood}
                      title={t(bloodWords[at] ?? 'blood.third')}
                    >
                      <BloodMark rank={([1, 2, 3] as const)[at] ?? 3} size={16} />
                      <VisuallyHidden>{t(bloodWords[at] ?? 'blood.third')}: </VisuallyHidden>
                      {count}
                    </span>
                  ),
              )}
            </span>
          )}
        </Fact>
        <Fact name={t('board.by.last')}>
          <span className={classes.words}>
            {team.lastSolveAt === null ? '–' : <Moment at={team.lastSolveAt} />}
          </span>
        </Fact>
      </dl>
      <p className={classes.rule}>{t('board.tieRule')}</p>
    </>
  )
}

const Fact = ({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={classes.figure}>{children}</dd>
    {note !== undefined && <dd className={classes.note}>{note}</dd>}
  </div>
)
