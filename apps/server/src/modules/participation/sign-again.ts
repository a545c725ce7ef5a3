import type { Core } from '../../core/core.ts'
import type { Db } from '../../ports/database.ts'
import { createTokenStore } from './store-token.ts'
import { teamTokens } from './team-token.ts'

// Signing blocks the process, so other work gets its turn between portions.
const signedAtOnce = 500

/** The caller holds the game's ledger, so no team joins meanwhile. */
export const createSigningAgain =
  ({ vault }: Pick<Core, 'vault'>) =>
  async (db: Db, gameId: number): Promise<number> => {
    const store = createTokenStore(db)
    const { private_key: locked, signed_team_text: text } = await store.game(gameId)
    const tokenOf = teamTokens({ seed: vault.unlock(locked), text })
    const all = await store.participations(gameId)
    for (let first = 0; first < all.length; first += signedAtOnce)
      await store.replace(
        all.slice(first, first + signedAtOnce).map(({ id, team_id }) => ({ id, token: tokenOf(team_id) })),
      )
    return all.length
  }
