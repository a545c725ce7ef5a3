import { sql } from 'kysely'

/** What a container was started for is still there. */
export const isOwned = sql<boolean>`(case when test then test_challenge_id else participation_id end) is not null`
