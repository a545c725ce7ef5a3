import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/start.ts'
import { formatAgo } from '../../../i18n/duration.ts'
import { useMinute } from '../../../kit/use-now.ts'
import classes from './lines.module.css'

export type Line = { key: string; sign?: ReactNode; text: string; time: number }

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
          <span className={classes.time}>{formatAgo(language, now - time)}</span>
        </li>
      ))}
    </ul>
  )
}
