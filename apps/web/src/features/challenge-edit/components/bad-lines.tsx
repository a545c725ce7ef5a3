import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout.tsx'
import type { BadLine } from '../flag-lines.ts'
import classes from './flags.module.css'

const most = 50

export const BadLines = ({ lines }: { lines: readonly BadLine[] }) => {
  const { t } = useTranslation('organise')
  if (lines.length === 0) return null
  return (
    <Callout tone="caution" title={t('flags.bad', { count: lines.length })}>
      <ul className={classes.bad}>
        {lines.slice(0, most).map(({ line, text, why }) => (
          <li key={line}>
            {t('flags.line', { line: String(line) })} <code>{text}</code> – {t(`flags.why.${why}`)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
