import { avatarUrl } from '@pennant/contract/file'
import type { ContainerInstance } from '@pennant/contract/instance'
import type { StoredInstance } from './store.ts'

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

/** Both or neither. */
const ownersOf = (row: StoredInstance): Pick<ContainerInstance, 'team' | 'challenge'> => {
  const { team_id, team_name, team_avatar, challenge_id, challenge_title, challenge_category } = row
  if (team_id === null || team_name === null || challenge_id === null) return { team: null, challenge: null }
  if (challenge_title === null || challenge_category === null) return { team: null, challenge: null }
  return {
    team: { id: team_id, name: team_name, avatar: avatarUrl(team_avatar) },
    challenge: { id: challenge_id, title: challenge_title, category: challenge_category },
  }
}
