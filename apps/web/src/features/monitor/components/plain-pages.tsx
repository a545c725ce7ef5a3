import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { pageSize } from '../long-list.ts'
import type { Asked } from '../watched-list.ts'
import classes from './watch-head.module.css'

type Props<Row> = {
  name: string
  ask: (page: { skip: number; to: number; signal: AbortSignal }) => Promise<Asked<Row>>
  table: (rows: readonly Row[], virtual: boolean) => ReactNode
}

/** For servers that don't say how many there are. */
export const PlainPages = <Row,>({ name, ask, table }: Props<Row>) => {
  const { t } = useTranslation('play')
  const { t: own } = useTranslation('monitor')
  const { time } = useApi()
  const [page, setPage] = useState(0)
  const query = useQuery({
    queryKey: ['watch', 'plain', name, page],
    queryFn: ({ signal }) => ask({ skip: page * pageSize, to: time.now() + 1, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed={own('watch.failed')}>
      {({ rows }) => (
        <>
          {table(rows, false)}
          <nav className={classes.line} aria-label={t('pager.label')}>
            <Button
              size="small"
              icon={<Icon name="left" />}
              disabled={page === 0}
              onClick={() => setPage(page - 1)}
            >
              {t('pager.previous')}
            </Button>
            <Button
              size="small"
              icon={<Icon name="right" />}
              disabled={rows.length < pageSize}
              onClick={() => setPage(page + 1)}
            >
              {t('pager.next')}
            </Button>
          </nav>
        </>
      )}
    </Loaded>
  )
}
