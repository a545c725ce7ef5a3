import type { Trace } from '@pennant/contract/watch'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { answerIn, visible } from '../answer.ts'
import { ResultBadge } from './result-badge.tsx'
import classes from './trace-list.module.css'
import { Name } from '../../../ui/name.tsx'

type Line = Trace & {
  key: string
  copied: boolean
  by: { side: 0 | 1; name: string } | null
}

export const TraceList = ({ label, lines }: { label: string; lines: readonly Line[] }) => {
  const { t } = useTranslation('monitor')
  return (
    <ol className={classes.list} aria-label={label}>
      {lines.map(({ key, time, kind, user, challenge, text, address, copied, by }) => (
        <li key={key} className={classes.line} data-side={by?.side} data-copied={copied || undefined}>
          <span className={classes.time}>
            <Moment at={time} seconds />
          </span>
          <span className={classes.what}>
            {by !== null && (
              <strong className={classes.team}>
                <Name>{by.name}</Name>
              </strong>
            )}
            <Badge tone={copied ? 'danger' : kind === 'Submitted' ? 'caution' : 'neutral'}>
              {t(`watch.traces.kind.${kind}`)}
            </Badge>
            {copied && <Badge tone="danger">{t('cheats.copied')}</Badge>}
            {challenge !== null && <Name>{challenge}</Name>}
          </span>
          {text !== null && text !== '' && <What kind={kind} text={text} />}
          <span className={classes.who}>
            {user !== null && <Name>{user}</Name>}
            {address !== null && <span className={classes.address}>{address}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const What = ({ kind, text }: Pick<Trace, 'kind'> & { text: string }) => {
  const { result, answer } = kind === 'Submitted' ? answerIn(text) : { result: null, answer: text }
  return (
    <span className={classes.what}>
      {result !== null && <ResultBadge result={result} />}
      <bdi className={classes.text} dir="ltr">
        {visible(answer)}
      </bdi>
    </span>
  )
}
