import { nextChallenges } from '@pennant/rules/challenge/next'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { sentencesOf } from '../../../ui/announce.ts'
import { useAnnounced } from '../../../ui/announced.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { SolveMark } from '../../../ui/solve-mark.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { ListedChallenge } from '../challenge-list.ts'
import { type SolveView, viewOfSolve } from '../solve-view.ts'
import classes from './solve-card.module.css'
import { useCount } from './use-count.ts'

type Props = {
  facts: Parameters<typeof viewOfSolve>[0]
  from: ListedChallenge
  challenges: readonly ListedChallenge[]
  /** Above the flag box, where somebody is typing. */
  above: boolean
  game: number
  onGo: (id: number) => void
}

const bloods = { 1: 'blood.first', 2: 'blood.second', 3: 'blood.third' } as const
const extras = { 1: 'solve.extra.first', 2: 'solve.extra.second', 3: 'solve.extra.third' } as const

export const SolveCard = ({ facts, from, challenges, above, game, onGo }: Props) => {
  const { t } = useTranslation('solve')
  const view = viewOfSolve(facts)
  const isOwn = facts.sentAt !== null
  const { place, points, bonus } = view
  const earns = view.kind === 'solved' || view.kind === 'faster'
  const title = useTitle(view, isOwn)
  const words = useHeard(view, title)
  const heading = useRef<HTMLHeadingElement>(null)
  // What comes later is said apart: the heading was read when it got the focus.
  const [first] = useState(words)
  useAnnounced(sentencesOf(isOwn ? words.slice(first.length) : words), { fromStart: true })

  useLayoutEffect(() => {
    if (isOwn) heading.current?.focus({ preventScroll: true })
  }, [isOwn])

  return (
    <section
      className={classes.card}
      data-place={place}
      data-own={isOwn || undefined}
      data-above={above || undefined}
      data-covers=""
    >
      <span className={classes.line}>
        <SolveMark rank={place} at="top" rises={isOwn} />
      </span>
      <div className={classes.words}>
        <h3 ref={heading} className={classes.title} tabIndex={-1} aria-label={words.join('. ')}>
          {title}
        </h3>
        {earns && (
          <div className={classes.points}>
            <Points points={points} counts={isOwn} />
            {!isOwn && place !== 0 && bonus === null && <span>{t(bloods[place])}</span>}
            {bonus !== null && place !== 0 && (
              <span>{t(extras[place], { base: String(bonus.base), extra: String(bonus.extra) })}</span>
            )}
          </div>
        )}
        {earns && <Standing view={view} moves={isOwn} />}
        <Next from={from} challenges={challenges} scoreboard={`/games/${game}/scoreboard`} onGo={onGo} />
      </div>
    </section>
  )
}

const useTitle = ({ kind, place, by, earlierMs }: SolveView, isOwn: boolean): string => {
  const { t, i18n } = useTranslation('solve')
  if (kind === 'practice' && isOwn) return t('solve.practice')
  if (kind === 'unscored' && isOwn) return t('solve.unscored')
  if (kind === 'faster' && by !== null) {
    const inSeconds = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'second' })
    const inMinutes = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'minute' })
    const seconds = Math.round(earlierMs / 1_000)
    const time = seconds < 100 ? inSeconds.format(seconds) : inMinutes.format(Math.round(seconds / 60))
    return t('solve.faster', { name: by, time })
  }
  if (!isOwn) return by === null ? t('challenge.solvedByUs') : t('solve.by', { name: by })
  return place === 0 ? t('flag.accepted') : t(bloods[place])
}

const useHeard = ({ kind, points, rank, rankBefore, later }: SolveView, title: string): string[] => {
  const { t } = useTranslation('solve')
  const ends = title.replace(/[.。]$/, '')
  if (kind === 'practice' || kind === 'unscored') return [ends]
  return [
    ends,
    ...(points === null ? [] : [t('challenge.points', { count: points })]),
    ...(later ? [t('freeze.later')] : []),
    ...(rank === null
      ? []
      : rankBefore === null || rankBefore === rank
        ? [t('solve.rank', { rank: String(rank) })]
        : [t('solve.ranks', { rank: String(rank), before: String(rankBefore) })]),
  ]
}

const Points = ({ points, counts }: { points: number | null; counts: boolean }) => {
  const counted = useCount(counts ? points : null)
  if (points === null) return <span className={classes.figure} />
  return (
    <span className={classes.figure} data-counting={counted === null ? undefined : ''}>
      <span>{points}</span>
      {counted !== null && (
        <span className={classes.counted} aria-hidden="true">
          {counted}
        </span>
      )}
    </span>
  )
}

const unknownMs = 3_000

/** Keeps its place for a moment when the rank isn't known yet. */
const Standing = ({ view, moves }: { view: SolveView; moves: boolean }): ReactNode => {
  const { t } = useTranslation('solve')
  const { rank, rankBefore, passed, later } = view
  const [waits, setWaits] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), unknownMs)
    return () => clearTimeout(timer)
  }, [])
  if (later) return <p className={classes.passed}>{t('freeze.later')}</p>
  if (rank === null) return waits ? <p className={classes.ranks} /> : null
  const isSame = rankBefore === null || rankBefore === rank
  return (
    <p className={classes.standing}>
      <span className={classes.ranks} data-moves={moves || undefined}>
        {isSame ? (
          t('solve.rank', { rank: String(rank) })
        ) : (
          <bdi dir="ltr" aria-label={t('solve.ranks', { rank: String(rank), before: String(rankBefore) })}>
            {`${rankBefore} → ${rank}`}
          </bdi>
        )}
      </span>
      {passed !== null && <Passed passed={passed} />}
    </p>
  )
}

const Passed = ({ passed: { names, count } }: { passed: NonNullable<SolveView['passed']> }) => {
  const { t } = useTranslation('solve')
  const [first, second] = names
  if (first === undefined) return null
  const text =
    second === undefined
      ? t('solve.passed', { first })
      : count > names.length
        ? t('solve.passedMore', { first, second, count: count - names.length })
        : t('solve.passedTwo', { first, second })
  return <span className={classes.passed}>{text}</span>
}

type NextProps = Pick<Props, 'from' | 'challenges' | 'onGo'> & { scoreboard: string }

const Next = ({ from, challenges, scoreboard, onGo }: NextProps) => {
  const { t } = useTranslation('solve')
  const { time } = useApi()
  const solved = new Set([from.id, ...challenges.flatMap(({ id, ours }) => (ours ? [id] : []))])
  const [next] = nextChallenges(challenges, {
    now: time.now(),
    isSolved: (id) => solved.has(id),
    isBusy: () => false,
    after: from,
  })
  if (next !== undefined)
    return (
      <div className={classes.next}>
        <Button kind="primary" onClick={() => onGo(next.id)}>
          <span aria-hidden="true">{t('solve.next', { title: next.title, points: String(next.score) })}</span>
          <VisuallyHidden>{t('solve.nextHeard', { title: next.title, count: next.score })}</VisuallyHidden>
        </Button>
      </div>
    )
  const isAll = solved.size === challenges.length
  return (
    <div className={classes.next}>
      {isAll && <span>{t('solve.all')}</span>}
      <LinkButton kind="primary" to={scoreboard}>
        {t('game.scoreboard')}
      </LinkButton>
    </div>
  )
}
