import type { ColumnType } from 'kysely'

export type Moment = ColumnType<Date, Date | string, Date | string>
export type DefaultMoment = ColumnType<Date, Date | string | undefined, Date | string>
/** PostgreSQL's `bigint` as a number: no value exceeds 2^53. */
export type Big = number
