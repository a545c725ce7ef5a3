import { sql, type Kysely, type Migration } from 'kysely'

/** Null: the default text. Tokens are checked by public key alone, which finds the text. */
export const signedTeamText: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table game add column signed_team_text text;
      create index game_public_key on game (public_key)
    `.execute(db)
  },
}
