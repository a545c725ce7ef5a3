import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import type { Venues } from '../venue-queries.ts'

type Venue = Venues['venues'][number]
type Refused = Venues['refused'][number]

type VenueOptions = { isPending: (network: string) => boolean; onRemove: (network: string) => void }

export const useVenueColumns = ({ isPending, onRemove }: VenueOptions): Column<Venue>[] => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  return [
    {
      id: 'network',
      header: t('venues.network'),
      width: 'minmax(12rem, 1fr)',
      narrow: 'title',
      cell: ({ network }) => network,
    },
    {
      id: 'people',
      header: t('venues.people'),
      width: '8rem',
      align: 'end',
      cell: ({ people }) => new Intl.NumberFormat(language).format(people),
    },
    {
      id: 'actions',
      header: staff('actions'),
      width: '14rem',
      narrow: 'plain',
      cell: ({ network, fixed }) =>
        fixed ? (
          t('venues.fixed')
        ) : (
          <Button size="small" pending={isPending(network)} onClick={() => onRemove(network)}>
            {t('venues.remove')}
          </Button>
        ),
    },
  ]
}

export const useRefusedColumns = ({ onOffer }: { onOffer: (network: string) => void }): Column<Refused>[] => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  return [
    {
      id: 'network',
      header: t('venues.address'),
      width: 'minmax(12rem, 1fr)',
      narrow: 'title',
      cell: ({ network }) => network,
    },
    {
      id: 'times',
      header: t('venues.times'),
      width: '8rem',
      align: 'end',
      cell: ({ times }) => new Intl.NumberFormat(language).format(times),
    },
    { id: 'last', header: t('venues.last'), width: '12rem', cell: ({ last }) => <Moment at={last} /> },
    {
      id: 'actions',
      header: staff('actions'),
      width: '14rem',
      narrow: 'plain',
      cell: ({ network, venue }) =>
        venue ? (
          <Badge tone="good">{t('venues.isVenue')}</Badge>
        ) : (
          <Button size="small" onClick={() => onOffer(network)}>
            {t('venues.offer')}
          </Button>
        ),
    },
  ]
}
