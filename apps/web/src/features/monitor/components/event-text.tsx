import type { EventType } from '@pennant/contract/enums'
import type { GameEvent } from '@pennant/contract/hub'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { isResult } from '../answer.ts'
import { AnswerText } from './answer-text.tsx'
import classes from './monitor.module.css'
import { ResultBadge } from './result-badge.tsx'
import { Name } from '../../../ui/name.tsx'

const tones: Readonly<Record<EventType, BadgeTone>> = {
  Normal: 'neutral',
  ContainerStart: 'good',
  ContainerDestroy: 'caution',
  FlagSubmit: 'news',
  CheatDetected: 'danger',
}

export const EventBadge = ({ type }: { type: EventType }) => {
  const { t } = useTranslation('monitor')
  return <Badge tone={tones[type]}>{t(`events.type.${type}`)}</Badge>
}

export const EventText = ({ event: { type, values } }: { event: GameEvent }) => {
  const { t } = useTranslation('monitor')
  const [first = '', second = '', third = ''] = values
  switch (type) {
    case 'FlagSubmit':
      return (
        <span className={classes.text}>
          {isResult(first) && <ResultBadge result={first} />}
          <Name>{third}</Name>
          <AnswerText text={second} />
        </span>
      )
    case 'CheatDetected':
      return <>{t('events.copied', { challenge: first, owner: third })}</>
    case 'ContainerStart':
    case 'ContainerDestroy':
      return <Name>{second}</Name>
    case 'Normal':
      return <bdi>{values.join(' ')}</bdi>
  }
}
