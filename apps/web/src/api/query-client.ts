import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * A first answer that is still on its way may be older than what has just changed. Plain clients settle
 * for it; this one shows it and then asks once more.
 */
export class ExactQueryClient extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const type = filters?.refetchType ?? filters?.type ?? 'active'
    const loading =
      type === 'none'
        ? []
        : this.getQueryCache()
            .findAll({ ...filters, type, fetchStatus: 'fetching' })
            .filter(({ state }) => state.data === undefined)
    const invalidated = super.invalidateQueries(filters, options)
    await Promise.all([invalidated, ...loading.map((query) => this.#askAgain(query))])
  }

  #askAgain(query: Query): Promise<void> {
    const waiting = this.#again.get(query)
    if (waiting !== undefined) return waiting
    const again = (async () => {
      await query.promise?.catch(() => undefined)
      this.#again.delete(query)
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })()
    this.#again.set(query, again)
    return again
  }
}
