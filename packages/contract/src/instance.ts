import { ChallengeCategory, ContainerStatus } from './enums.ts'
import { route } from './route.ts'
import { ArrayResponse, Guid, GuidParam, Int32, Model, Nullable, Str, Time, type Static } from './schema.ts'
import { TeamModel } from './team.ts'

export const ChallengeModel = Model({ id: Int32, title: Str, category: ChallengeCategory })

/** An instance as its players see it. `entry` is the id of the container where this server relays to it. */
export const ContainerInfoModel = Model({
  status: ContainerStatus,
  startedAt: Time,
  expectStopAt: Time,
  entry: Str,
})
export type ContainerInfo = Static<typeof ContainerInfoModel>

export const ContainerInstanceModel = Model({
  team: Nullable(TeamModel),
  challenge: Nullable(ChallengeModel),
  image: Str,
  containerGuid: Guid,
  containerId: Str,
  startedAt: Time,
  expectStopAt: Time,
  ip: Str,
  port: Int32,
})
export type ContainerInstance = Static<typeof ContainerInstanceModel>

export const listInstances = route({
  id: 'instance.adminList',
  method: 'GET',
  path: '/api/admin/instances',
  summary: 'All running instances of teams',
  access: 'admin',
  answer: ArrayResponse(ContainerInstanceModel),
})

export const destroyInstance = route({
  id: 'instance.adminDestroy',
  method: 'DELETE',
  path: '/api/admin/instances/:id',
  summary: 'Destroy an instance',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['instance.notFound', 'instance.destroyFailed'],
})
