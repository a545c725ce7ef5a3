import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'

/** Asks ahead of whoever will show it; that one also shows the failure, if it fails. */
export const prefetch = <Data, Shown, Key extends QueryKey>(
  queries: QueryClient,
  options: UseQueryOptions<Data, Error, Shown, Key>,
): void => {
  queries.query(options).catch(() => undefined)
}
