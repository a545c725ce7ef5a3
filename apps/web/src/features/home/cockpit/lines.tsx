import type { ReactNode } from 'react'
import { formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useMinute } from '../../../kit/use-now.ts'
import classes from './lines.module.css'

export type Line = { key: string; sign?: ReactNode; text: string; time: number }

const minute = 60_000

export const Lines = ({ lines, none }: { lines: readonly Line[]; none: string }) => {
  const language = useLanguage()
  const now = useMinute()
  if (lines.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <ul className={classes.lines}>
      {lines.map(({ key, sign, text, time }) => (
        <li key={key} className={classes.line}>
          {sign}
          <span className={classes.text}>{text}</span>
          <span className={classes.time}>{formatDuration(language, wholeMinutes(now - time))}</span>
        </li>
      ))}
    </ul>
  )
}

// A line of a moment ago counts as one of a minute ago.
const wholeMinutes = (ms: number): number => Math.max(1, Math.floor(ms / minute)) * minute
