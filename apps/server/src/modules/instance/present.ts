import { avatarUrl } from '@pennant/contract/file'
import type { ContainerInfo } from '@pennant/contract/container'
import type { ContainerInstance } from '@pennant/contract/instance'
import { entryOf } from '@pennant/rules/instance/entry'
import type { ContainerRow } from '../../ports/tables/container.ts'
import type { StoredInstance } from './store.ts'

export const presentOwn = (row: ContainerRow): ContainerInfo => ({
  status: row.status,
  startedAt: row.started_at.getTime(),
  expectStopAt: row.expect_stop_at.getTime(),
  entry: entryOf(addressOf(row)) ?? '',
  ...(row.remarks === null ? {} : { remarks: row.remarks }),
})

const addressOf = (row: ContainerRow) => ({
  id: row.id,
  isProxied: row.is_proxied,
  ip: row.ip,
  port: row.port,
  publicIp: row.public_ip,
  publicPort: row.public_port,
})

export const presentInstance = (row: StoredInstance): ContainerInstance => ({
  ...ownersOf(row),
  image: row.image,
  containerGuid: row.id,
  containerId: row.runtime_id ?? '',
  startedAt: row.started_at.getTime(),
  expectStopAt: row.expect_stop_at.getTime(),
  ip: row.public_ip ?? row.ip ?? '',
  port: row.public_port ?? row.port ?? 0,
})

const ownersOf = (row: StoredInstance): Pick<ContainerInstance, 'team' | 'challenge'> => {
  const { team_id, team_name, team_avatar, challenge_id, challenge_title, challenge_category } = row
  if (team_id === null || team_name === null || challenge_id === null) return { team: null, challenge: null }
  if (challenge_title === null || challenge_category === null) return { team: null, challenge: null }
  return {
    team: { id: team_id, name: team_name, avatar: avatarUrl(team_avatar) },
    challenge: { id: challenge_id, title: challenge_title, category: challenge_category },
  }
}
