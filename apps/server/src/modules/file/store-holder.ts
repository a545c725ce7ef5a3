import type { fileHolders } from '@pennant/contract/file'
import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

export type StoredHolder = {
  hash: string
  kind: keyof typeof fileHolders
  name: string
  game_id: number | null
  id: string | null
}

// One file may have any number of holders; more than this are not read.
const mostEach = 50

export const createHolderStore = (db: Db) => ({
  async of(hashes: readonly string[]): Promise<readonly StoredHolder[]> {
    if (hashes.length === 0) return []
    const { rows } = await sql<StoredHolder>`
      with wanted as (select unnest(${[...hashes]}::text[]) as hash)
      select hash, kind, name, game_id, id from (
        select held.*, row_number() over (partition by hash order by kind, game_id nulls first, name, id) as place
        from (
          select hash, 'Avatar' as kind, name, null::int as game_id, u.id::text as id
            from wanted join "user" u on u.avatar_hash = hash
          union all
          select hash, 'Avatar', name, null, t.id::text
            from wanted join team t on t.avatar_hash = hash
          union all
          select hash, 'Poster', title, g.id, g.id::text
            from wanted join game g on g.poster_hash = hash
          union
          select hash, 'Attachment', c.title, c.game_id, c.id::text
            from wanted join attachment a on a.file_hash = hash join challenge c on c.id = a.challenge_id
          union all
          select hash, 'Writeup', t.name, p.game_id, p.id::text
            from wanted join participation p on p.writeup_hash = hash join team t on t.id = p.team_id
          union all
          select hash, 'Logo', coalesce(s.value ->> 'title', ''), null, null
            from wanted join setting s on s.key = 'GlobalConfig'
              and hash in (s.value ->> 'logoHash', s.value ->> 'faviconHash')
        ) held
      ) placed
      where place <= ${mostEach}
      order by hash, place
    `.execute(db)
    return rows
  },
})
