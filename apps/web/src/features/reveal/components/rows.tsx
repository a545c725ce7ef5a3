import type { Reveal } from '@pennant/contract/reveal'
import type { RevealRow, RevealState } from '@pennant/rules/reveal/reveal'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumber } from '../../../i18n/number.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Name } from '../../../ui/name.tsx'
import { SolveMark } from '../../../ui/solve-mark.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Counted } from './counted.tsx'
import classes from './rows.module.css'

const shown = 12
const below = 3
/** Rows that come into sight are there before. */
const around = 14

type Props = {
  reveal: Reveal
  state: RevealState
  /** Forward; going back, everything is where it was at once. */
  moves: boolean
}

export const Rows = ({ reveal, state, moves }: Props) => {
  const { rows, light, opened } = state
  const teams = new Map(reveal.teams.map((team) => [team.id, team]))
  const lit = opened?.teamId ?? light
  // Around the light, where the row was before it rose.
  const at = opened === null ? rows.findIndex(({ id }) => id === light) : opened.from - 1
  const from = Math.max(0, Math.min(at - (shown - below), rows.length - shown))
  return (
    <ol
      className={classes.rows}
      data-moves={moves || undefined}
      data-rises={(opened !== null && opened.points > 0) || undefined}
    >
      {rows.map((row, index) =>
        Math.abs(index - from) <= around || row.id === lit ? (
          <Row
            key={row.id}
            row={row}
            team={teams.get(row.id)}
            index={index - from}
            lit={row.id === lit}
            opened={opened?.teamId === row.id ? opened : null}
            challenge={reveal.challenges.find(({ id }) => id === opened?.challengeId)?.title ?? ''}
            moves={moves}
            settled={index >= rows.length - state.settled}
          />
        ) : null,
      )}
    </ol>
  )
}

type RowProps = {
  row: RevealRow
  team: Reveal['teams'][number] | undefined
  /** From the first row in sight. */
  index: number
  lit: boolean
  opened: RevealState['opened']
  challenge: string
  moves: boolean
  settled: boolean
}

const mostMarks = 8

const Row = ({ row, team, index, lit, opened, challenge, moves, settled }: RowProps) => {
  const { t } = useTranslation('reveal')
  const write = useNumber()
  const inSight = index >= 0 && index < shown
  return (
    <li
      className={classes.row}
      style={{ '--at': index } as CSSProperties}
      data-lit={lit || undefined}
      data-settled={settled || undefined}
      aria-hidden={!inSight || undefined}
    >
      <span className={classes.place}>{write(row.place)}</span>
      <span className={classes.picture}>
        <Avatar name={team?.name ?? ''} url={team?.avatar ?? null} />
      </span>
      <span className={classes.name}>
        <Name>{team?.name ?? ''}</Name>
      </span>
      {opened === null ? (
        <span className={classes.left}>
          {row.left > 0 && <VisuallyHidden>{t('reveal.left', { number: write(row.left) })}</VisuallyHidden>}
          {Array.from({ length: Math.min(row.left, mostMarks) }, (_, mark) => (
            <i key={mark} className={classes.cell} aria-hidden="true" />
          ))}
        </span>
      ) : (
        <span className={classes.cellOpen}>
          <span className={classes.pennant} data-miss={opened.points === 0 || undefined}>
            <SolveMark rank={0} at={opened.points > 0 ? 'top' : 'dip'} rises={moves && opened.points > 0} />
          </span>
          <bdi className={classes.challenge}>{challenge}</bdi>
          <span className={classes.gain}>
            {opened.points > 0 ? `+${write(opened.points)}` : t('reveal.missed')}
          </span>
        </span>
      )}
      <Counted className={classes.points} value={row.score} counts={moves && (opened?.points ?? 0) > 0} />
    </li>
  )
}
