import { useTranslation } from 'react-i18next'
import { Announced } from '../ui/announced.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Address } from './use-address.ts'

type Props = { address: Address; size: number; shown: number; total: number }

/** From 1. */
export const pageIn = (address: Address): number => Math.max(1, Math.floor(Number(address.get('page'))) || 1)

export const ListPager = ({ address, size, shown, total }: Props) => {
  const { t } = useTranslation('play')
  const { t: staff } = useTranslation('staff')
  const pages = Math.max(1, Math.ceil(total / size))
  const page = pageIn(address)
  return (
    <>
      <span>
        <Announced text={staff('shownOf', { shown, total })} />
      </span>
      <Pager
        page={page}
        pages={pages}
        labels={{
          label: t('pager.label'),
          previous: t('pager.previous'),
          next: t('pager.next'),
          place: t('pager.place', { page, pages }),
        }}
        onPage={(to) => address.set({ page: to === 1 ? null : to }, true)}
      />
    </>
  )
}
