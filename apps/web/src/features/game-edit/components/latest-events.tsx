import type { EventRecord } from '@pennant/contract/event'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import classes from './latest-events.module.css'

type Said = {
  key: 'start' | 'stop' | 'right' | 'wrong' | 'cheat' | 'other'
  icon: IconName
  challenge: string
}

/** What an event says, by its kind and the values that belong to it. */
const saidBy = ({ type, values }: EventRecord): Said => {
  const at = (index: number): string => values[index] ?? ''
  if (type === 'ContainerStart') return { key: 'start', icon: 'play', challenge: at(1) }
  if (type === 'ContainerDestroy') return { key: 'stop', icon: 'stop', challenge: at(1) }
  if (type === 'CheatDetected') return { key: 'cheat', icon: 'warning', challenge: at(0) }
  if (type !== 'FlagSubmit') return { key: 'other', icon: 'info', challenge: values.join(', ') }
  return at(0) === 'Accepted'
    ? { key: 'right', icon: 'flag', challenge: at(2) }
    : { key: 'wrong', icon: 'cross', challenge: at(2) }
}

export const LatestEvents = ({ events }: { events: readonly EventRecord[] }) => {
  const { t } = useTranslation('organise')
  if (events.length === 0) return <EmptyState icon="clock" title={t('overview.noEvents')} />
  return (
    <ul className={classes.list}>
      {events.map((event, index) => {
        const { key, icon, challenge } = saidBy(event)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- events have no key of their own, and are replaced as a whole
          <li key={index} className={classes.event} data-kind={key}>
            <Icon name={icon} size={16} />
            <div>
              <p>{t(`overview.event.${key}`, { challenge, team: event.team, user: event.user })}</p>
              <p className={classes.time}>
                <Moment at={event.time} />
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
