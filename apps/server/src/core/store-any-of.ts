import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * To compare with, in place of `in`. A database that expects few rows, as after a while without statistics, may run
 * the query of an `in` again for each of them, which takes minutes where there are thousands.
 */
export const anyOf = <T>(ids: Expression<T>): RawBuilder<T> => sql`any(array(${ids}))`
