import type pg from 'pg'

/** Without it, games have no freeze. A planned one keeps two boards that are the same until the end. */
export const freezeSetting = 'PENNANT_BENCH_FREEZE'
export const freezes = ['in-force', 'planned'] as const

export const loadFreeze = async (client: pg.ClientBase, gameId: number): Promise<void> => {
  const freeze = process.env[freezeSetting]
  if (freeze === undefined) return
  const freezeAt = freeze === 'planned' ? 'end_at' : 'now()'
  await client.query(`update game set freeze_at = ${freezeAt} where id = $1`, [gameId])
  await client.query('update game_ledger set shown = revision where game_id = $1', [gameId])
}

export const isFrozen = (): boolean => process.env[freezeSetting] === 'in-force'
