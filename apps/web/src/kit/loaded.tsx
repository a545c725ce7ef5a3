import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { PanelBoundary } from '../ui/panel-boundary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useProblemText } from './problem-text.ts'
import { ApiProblem } from '../api/problem.ts'

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>

type Props<Data> = {
  query: Query<Data>
  failed: string
  action?: ReactNode
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** Data on screen stays when a later answer fails. */
export const Loaded = <Data,>({ query, failed, action, waiting, children }: Props<Data>): ReactNode => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error, isFetching, refetch } = query

  if (data !== undefined)
    return (
      <RetryBoundary of={data} onRetry={refetch}>
        <Shown data={data}>{children}</Shown>
      </RetryBoundary>
    )
  if (error === null) return waiting ?? <Skeleton label={t('common.loading')} lines={6} />
  return (
    <Callout tone="danger" title={failed} alert>
      <p>{problemText(error)}</p>
      <RequestId error={error} />
      <Button size="small" pending={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>{' '}
      {action}
    </Callout>
  )
}

type RetryBoundaryProps = {
  of: unknown
  onRetry: () => Promise<unknown>
  children: ReactNode
}

export const RetryBoundary = ({ of, onRetry, children }: RetryBoundaryProps): ReactNode => {
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

// A boundary catches only what fails below it.
const Shown = <Data,>({ data, children }: { data: Data; children: (data: Data) => ReactNode }): ReactNode =>
  children(data)

/** What operators find a failed request by, if the server named it. */
const RequestId = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  if (!(error instanceof ApiProblem) || error.requestId === null) return null
  return (
    <p>
      {t('common.requestId')}: <code>{error.requestId}</code>
    </p>
  )
}
