import { sql, type Kysely } from 'kysely'
import type { DeclaredMigration } from './kind.ts'

/** Null: the default text. Tokens are checked by public key alone, which finds the text. */
export const signedTeamText: DeclaredMigration = {
  kind: 'contract',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table game add column signed_team_text text;
      create index game_public_key on game (public_key)
    `.execute(db)
  },
}
