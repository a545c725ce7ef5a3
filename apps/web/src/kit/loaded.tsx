import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { PanelBoundary } from '../ui/panel-boundary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useProblemText } from './problem-text.ts'

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>

type Props<Data> = {
  query: Query<Data>
  /** What could not be had, in a sentence. */
  failed: string
  /** Another way on when it cannot be had, beside trying again. */
  way?: ReactNode
  /** Where it will be; a few grey lines unless told otherwise. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A part of a page that shows an answer: while it is on its way, when it fails, and when it cannot be shown. What
 * is there stays in sight when a later answer fails.
 */
export const Loaded = <Data,>({ query, failed, way, waiting, children }: Props<Data>): ReactNode => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error, isFetching, refetch } = query

  if (data !== undefined)
    return (
      <Shielded of={data} onRetry={refetch}>
        <Shown data={data}>{children}</Shown>
      </Shielded>
    )
  if (error === null) return waiting ?? <Skeleton label={t('common.loading')} lines={6} />
  return (
    <Callout tone="danger" title={failed} alert>
      <p>{problemText(error)}</p>
      <Button size="small" pending={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>{' '}
      {way}
    </Callout>
  )
}

type ShieldedProps = {
  /** What the part shows: another one gets another try. */
  of: unknown
  /** Asks for what the part shows again, before it is shown again. */
  onRetry: () => Promise<unknown>
  children: ReactNode
}

/** A part of a page that says so when it can't be shown, and leaves the rest as it is. */
export const Shielded = ({ of, onRetry, children }: ShieldedProps): ReactNode => {
  const { t } = useTranslation()
  const broken = (onShow: () => void): ReactNode => (
    <Callout tone="danger" title={t('common.error.part')} alert>
      <Button size="small" onClick={() => void onRetry().then(onShow)}>
        {t('common.retry')}
      </Button>
    </Callout>
  )
  return (
    <PanelBoundary of={of} fallback={broken}>
      {children}
    </PanelBoundary>
  )
}

/** Below the boundary, so that what fails while it is rendered is caught there. */
const Shown = <Data,>({ data, children }: { data: Data; children: (data: Data) => ReactNode }): ReactNode =>
  children(data)
