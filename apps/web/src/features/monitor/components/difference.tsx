import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type ChangeLine, isEmpty } from '../change-line.ts'
import { useMemberText } from '../use-member-text.ts'
import { useWriteValue } from '../use-write-value.ts'
import classes from './difference.module.css'

type Props = {
  lines: readonly ChangeLine[]
  /** More are counted only, and long values cut. */
  most?: number
}

export const Difference = ({ lines, most }: Props) => {
  const { t } = useTranslation('change')
  const memberText = useMemberText()
  const write = useWriteValue()
  if (lines.length === 0) return null
  const shown = lines.slice(0, most)
  return (
    <div className={classes.frame}>
      <dl className={classes.lines} data-short={most !== undefined || undefined}>
        {shown.map((line) => (
          <div key={line.member} className={classes.line}>
            <dt className={classes.member}>{memberText(line.member)}</dt>
            {line.secret ? (
              <dd className={classes.secret}>{t('secret')}</dd>
            ) : (
              (['before', 'after'] as const).map((side) => (
                <dd
                  key={side}
                  className={classes.value}
                  data-side={side}
                  data-empty={isEmpty(line[side]) || undefined}
                >
                  <VisuallyHidden>{t(side)}: </VisuallyHidden>
                  <bdi>{write(line.member, line[side])}</bdi>
                </dd>
              ))
            )}
          </div>
        ))}
      </dl>
      {lines.length > shown.length && (
        <p className={classes.more}>{t('more', { count: lines.length - shown.length })}</p>
      )}
    </div>
  )
}
