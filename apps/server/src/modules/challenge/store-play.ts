import type { InstanceEnd } from '@pennant/contract/challenge'
import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { PlayedAttachment } from '../../core/flag/store.ts'
import type { Pair } from '../../core/game/game.ts'

export type PlayFact = {
  participation_id: number
  challenge_id: number
  assigned: boolean
  attempts: number
  container: {
    id: string
    isProxied: boolean
    ip: string | null
    port: number | null
    publicIp: string | null
    publicPort: number | null
    stopAt: number
  } | null
  /** Null unless the last container ended on its own. */
  ended: InstanceEnd | null
  attachment: PlayedAttachment | null
}

export const createPlayStore = (db: Db) => ({
  /** No row where a team has nothing of the challenge. */
  async facts(gameId: number, pairs: readonly Pair[]): Promise<PlayFact[]> {
    const { rows } = await sql<PlayFact>`/* prepare */
      select i.participation_id, i.challenge_id, i.flag is not null as assigned,
        (select count(*) from submission s
          where s.participation_id = i.participation_id and s.challenge_id = i.challenge_id) as attempts,
        case when k.id is not null then json_build_object(
          'id', k.id, 'isProxied', k.is_proxied, 'ip', k.ip, 'port', k.port,
          'publicIp', k.public_ip, 'publicPort', k.public_port,
          'stopAt', floor(extract(epoch from k.expect_stop_at) * 1000)::bigint) end as container,
        case when a.id is not null then json_build_object(
          'type', a.type, 'hash', a.file_hash, 'name', a.file_name, 'size', a.file_size,
          'url', a.remote_url) end as attachment,
        case when i.ended_at is not null then json_build_object(
          'reason', i.end_reason, 'exitCode', i.end_exit_code,
          'time', floor(extract(epoch from i.ended_at) * 1000)::bigint) end as ended
      from unnest(
        ${pairs.map((pair) => pair.participationId)}::int[],
        ${pairs.map((pair) => pair.challengeId)}::int[]
      ) as wanted (participation_id, challenge_id)
      join game_instance i on i.game_id = ${gameId}
        and i.participation_id = wanted.participation_id and i.challenge_id = wanted.challenge_id
      left join container k on k.participation_id = i.participation_id
        and k.challenge_id = i.challenge_id and k.status = 'Running'
      left join attachment a on a.flag_id = i.flag_id
    `.execute(db)
    return rows
  },
})
