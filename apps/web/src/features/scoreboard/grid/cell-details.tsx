import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Moment } from '../../../i18n/moment.tsx'
import { formatPercent } from '../../../i18n/number.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { type Board, type BoardTeam, solvesByChallenge } from '../board.ts'
import classes from './cell-details.module.css'
import { Name } from '../../../ui/name.tsx'

export type Detail = {
  challenge: ChallengeInfo
  /** Null: the challenge alone. */
  team: BoardTeam | null
  element: HTMLElement
}

type Props = {
  board: Board
  detail: Detail
  playing: string | null
  onClose: () => void
}

const labels = ['challenge.solved', 'blood.first', 'blood.second', 'blood.third'] as const
const gap = 6

export const CellDetails = ({ board, detail, playing, onClose }: Props) => {
  const { challenge, team, element } = detail
  const box = useRef<HTMLDialogElement>(null)
  const closed = useRef(onClose)
  useEffect(() => {
    closed.current = onClose
  })

  useLayoutEffect(() => {
    const own = box.current
    if (own === null) return undefined
    own.showPopover()
    const { top, left } = element.getBoundingClientRect()
    place(own, element.getBoundingClientRect())
    own.focus({ preventScroll: true })
    const toggled = (event: Event): void => {
      // Typed as a plain Event, though browsers send a ToggleEvent.
      if ((event as ToggleEvent).newState === 'closed') closed.current()
    }
    // Bringing the cell into sight may report its scrolling late.
    const scrolled = (): void => {
      const now = element.getBoundingClientRect()
      if (Math.abs(now.top - top) > 2 || Math.abs(now.left - left) > 2) closed.current()
    }
    own.addEventListener('toggle', toggled)
    document.addEventListener('scroll', scrolled, true)
    return () => {
      own.removeEventListener('toggle', toggled)
      document.removeEventListener('scroll', scrolled, true)
      if (own.contains(document.activeElement)) element.focus({ preventScroll: true })
    }
  }, [element])

  return (
    <dialog
      ref={box}
      popover="auto"
      aria-label={team === null ? challenge.title : `${team.name}: ${challenge.title}`}
      tabIndex={-1}
      className={classes.box}
    >
      <p className={classes.category}>
        <CategorySign category={challenge.category} size={16} />
        {challenge.category}
      </p>
      <p className={classes.title}>
        {playing === null ? (
          <Name>{challenge.title}</Name>
        ) : (
          <Link to={`${playing}?challenge=${challenge.id}`}>
            <Name>{challenge.title}</Name>
          </Link>
        )}
      </p>
      {team === null ? (
        <Challenge challenge={challenge} />
      ) : (
        <TeamSolve board={board} team={team} challenge={challenge} />
      )}
    </dialog>
  )
}

const TeamSolve = ({
  board,
  team,
  challenge,
}: {
  board: Board
  team: BoardTeam
  challenge: ChallengeInfo
}) => {
  const { t } = useTranslation('board')
  const language = useLanguage()
  const solve = solvesByChallenge(board, team).get(challenge.id)
  const bonus = unpackBloodBonus(board.bloodBonus)
  const share = solve === undefined ? 0 : ([0, bonus.first, bonus.second, bonus.third][solve.bloodRank] ?? 0)
  return (
    <>
      <p className={classes.team}>
        <Name>{team.name}</Name>
      </p>
      {solve === undefined ? (
        <p>{t('board.notSolved')}</p>
      ) : (
        <>
          <p className={classes.place}>
            <BloodMark rank={solve.bloodRank} size={16} />
            {t(labels[solve.bloodRank])}
          </p>
          <p>
            {t('challenge.points', { count: solve.points })}
            {share > 0 && solve.points > 0 && ` (+${formatPercent(language, share / 1000)})`}
          </p>
          {solve.later && <p>{t('freeze.later')}</p>}
          {solve.member !== null && <p>{t('home.author', { name: solve.member })}</p>}
          <p className={classes.time}>
            <Moment at={solve.at} />
          </p>
        </>
      )}
    </>
  )
}

const ranks = [1, 2, 3] as const

const Challenge = ({ challenge }: { challenge: ChallengeInfo }) => {
  const { t } = useTranslation('board')
  return (
    <>
      <p>
        {t('challenge.points', { count: challenge.score })} ·{' '}
        {t('challenge.solves', { count: challenge.solved })}
      </p>
      {challenge.deadline !== null && (
        <p className={classes.time}>
          {t('challenge.deadline')} <Moment at={challenge.deadline} />
        </p>
      )}
      {challenge.bloods.length > 0 && (
        <ol className={classes.bloods}>
          {challenge.bloods.map(({ id, name, submitTimeUtc }, at) => (
            <li key={id}>
              <BloodMark rank={ranks[at] ?? 3} size={16} />
              <span className={classes.blood}>
                <Name>{name}</Name>
                {submitTimeUtc !== null && (
                  <span className={classes.time}>
                    <Moment at={submitTimeUtc} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const place = (box: HTMLElement, cell: DOMRect): void => {
  const { width, height } = box.getBoundingClientRect()
  const below = cell.bottom + gap + height <= window.innerHeight
  const top = below ? cell.bottom + gap : Math.max(gap, cell.top - gap - height)
  const left = Math.min(window.innerWidth - width - gap, Math.max(gap, cell.left))
  box.style.top = `${top}px`
  box.style.left = `${left}px`
}
