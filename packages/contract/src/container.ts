import { ContainerStatus } from './enums.ts'
import { EnumOf, List, Model, Optional, Str, Time, type Static } from './schema.ts'

export const remarkCodes = {
  /** Values: some of the paths. */
  SetUserId: 0,
  /** The image is too large to search for set-user-ID programs. */
  NotSearched: 1,
  /** Values: the ports on which something listens. */
  NotListening: 2,
  LoopbackOnly: 3,
} as const
export type RemarkCode = keyof typeof remarkCodes
export const RemarkModel = Model({ code: EnumOf(remarkCodes), values: List(Str) })
export type Remark = Static<typeof RemarkModel>

/** `entry` is the id of the container where this server relays to it. */
export const ContainerInfoModel = Model({
  status: ContainerStatus,
  startedAt: Time,
  expectStopAt: Time,
  entry: Str,
  /** Test instances only. Extension. */
  remarks: Optional(List(RemarkModel)),
})
export type ContainerInfo = Static<typeof ContainerInfoModel>
