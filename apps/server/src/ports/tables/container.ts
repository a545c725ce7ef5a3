import type { ContainerStatus } from '@pennant/contract/enums'
import type { Remark } from '@pennant/contract/instance'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Moment } from './column.ts'

/**
 * `Pending` while it starts and `Destroyed` while it is being stopped; afterwards there is no row. The ids of
 * game, participation and challenge are null for tests, and for what is left of a deleted team or challenge.
 */
export type ContainerTable = {
  /** Random: it is what opens a tunnel. Never logged whole. */
  id: string
  game_id: number | null
  participation_id: number | null
  challenge_id: number | null
  test: Generated<boolean>
  test_challenge_id: number | null
  image: string
  status: ContainerStatus
  /** The provider's own id; null until there is one. */
  runtime_id: string | null
  /** Reached through this server only. */
  is_proxied: boolean
  ip: string | null
  port: number | null
  public_ip: string | null
  public_port: number | null
  started_at: Moment
  expect_stop_at: Moment
  /** Somebody is starting or stopping it, and goes on until then at least. */
  lease_until: Moment | null
  /** Its start has had its turn. */
  begun: Generated<boolean>
  /** Of a test that runs. Null: nothing to say. */
  remarks: ColumnType<Remark[] | null, string | null | undefined, string | null>
}
export type ContainerRow = Selectable<ContainerTable>
export type NewContainerRow = Insertable<ContainerTable>
