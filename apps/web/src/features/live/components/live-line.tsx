import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../i18n/start.ts'
import { formatAgo } from '../../../i18n/duration.ts'
import { useMinute } from '../../../kit/use-now.ts'
import type { Shown } from '../../../live/line-pace.ts'
import type { LiveSolve } from '../../../live/live-solve.ts'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { LineChoice } from '../line-choice.ts'
import type { SolveSource } from '../solve-source.ts'
import { useLine } from '../use-line.ts'
import { useEarlierSolve } from '../use-live-solves.ts'
import classes from './live-line.module.css'
import { Sentence } from './sentence.tsx'

export type Frozen = 'frozen' | 'hidden'

type Props = { source: SolveSource; frozen: Frozen | null; choice: LineChoice; to: string }

/** What fits changes with both: the line begins again. */
export const LiveLine = (props: Props) => <Line key={`${props.choice} ${props.frozen ?? ''}`} {...props} />

const Line = ({ source, frozen, choice, to }: Props) => {
  const { t } = useTranslation('live')
  const { store } = source
  const [isPaused, pause] = useState(false)
  const fits = ({ isOwn, place }: LiveSolve): boolean =>
    frozen !== null || choice === 'team' ? isOwn : choice === 'all' || place > 0
  const earlier = useEarlierSolve(source, choice !== 'bloods' && frozen === null, fits)
  const heard = useLine(store, fits, isPaused)
  // Those from before are answered late, and not while the line is paused.
  const [first, setFirst] = useState(earlier)
  if (heard === null && !isPaused && !isSame(earlier, first)) setFirst(earlier)
  const shown = heard ?? (first === null ? null : { solve: first, more: 0, since: 0 })
  const [before, now] = useBefore(shown)

  return (
    <div className={classes.line}>
      <Link to={to} className={classes.link} aria-label={t('live.list')} preventScrollReset />
      <div className={classes.words}>
        {frozen !== null && (
          <span className={classes.frozen}>
            <Icon name="lock" size={14} />
            {t(frozen === 'frozen' ? 'line.frozen' : 'freeze.hiddenBoard')}
          </span>
        )}
        <span className={classes.place}>
          {now === null && frozen === null && t('live.none')}
          {before !== null && <Entry key={keyOf(before.solve)} shown={before} leaves />}
          {now !== null && <Entry key={keyOf(now.solve)} shown={now} />}
        </span>
      </div>
      <button
        type="button"
        className={classes.pause}
        data-paused={isPaused || undefined}
        aria-label={t(isPaused ? 'line.resume' : 'line.pause')}
        title={t(isPaused ? 'line.resume' : 'line.pause')}
        onClick={() => pause(!isPaused)}
      >
        <Icon name={isPaused ? 'play' : 'pause'} size={14} />
      </button>
    </div>
  )
}

const keyOf = ({ team, challenge }: LiveSolve): string => `${team}\n${challenge}`
const isSame = (one: LiveSolve | null, other: LiveSolve | null): boolean =>
  one === null || other === null ? one === other : keyOf(one) === keyOf(other)

/** The entry before fades while the new one comes. */
const useBefore = (now: Shown | null): [Shown | null, Shown | null] => {
  const [shown, setShown] = useState<{ before: Shown | null; now: Shown | null }>({ before: null, now })
  const isShown = isSame(now?.solve ?? null, shown.now?.solve ?? null) && now?.more === shown.now?.more
  if (isShown) return [shown.before, shown.now]
  const next = { before: shown.now, now }
  setShown(next)
  return [next.before, next.now]
}

const Entry = ({ shown: { solve, more }, leaves = false }: { shown: Shown; leaves?: boolean }) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const now = useMinute()
  return (
    <span className={classes.entry} data-leaves={leaves || undefined} aria-hidden={leaves || undefined}>
      <BloodMark rank={solve.place} size={14} />
      <span className={classes.text}>
        <Sentence solve={solve} />
        {more > 0 && ` ${t('line.more', { count: more })}`}
      </span>
      <span className={classes.time}>{formatAgo(language, now - solve.time)}</span>
    </span>
  )
}
