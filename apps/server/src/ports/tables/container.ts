import type { ContainerStatus } from '@pennant/contract/enums'
import type { Remark } from '@pennant/contract/container'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Moment } from './column.ts'

/** Ids of game, participation, and challenge are null for tests and for deleted teams or challenges. */
export type ContainerTable = {
  /** Random, because it opens a tunnel: never log it whole. */
  id: string
  game_id: number | null
  participation_id: number | null
  challenge_id: number | null
  test: Generated<boolean>
  test_challenge_id: number | null
  image: string
  status: ContainerStatus
  /** Null until the provider has given it an id. */
  runtime_id: string | null
  is_proxied: boolean
  ip: string | null
  port: number | null
  public_ip: string | null
  public_port: number | null
  started_at: Moment
  expect_stop_at: Moment
  /** A process starts or stops it and will continue until then at least. */
  lease_until: Moment | null
  begun: Generated<boolean>
  /** Of a test that runs. Null: nothing to report. */
  remarks: ColumnType<Remark[] | null, string | null | undefined, string | null>
}
export type ContainerRow = Selectable<ContainerTable>
export type NewContainerRow = Insertable<ContainerTable>
