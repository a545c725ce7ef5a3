import type { DivisionCreate, DivisionEdit } from '@pennant/contract/division'
import { gamePermissions } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Editor } from '../../core/identity/caller.ts'
import { expectUnchanged } from '../../kit/edit-tag.ts'
import type { GameDivision } from '../../core/game/game.ts'
import { basisOf } from './present.ts'
import { createDivisionStore, type DivisionStore } from './store.ts'

type Configs = NonNullable<DivisionEdit['challengeConfigs']>

export const createDivisions = ({
  audit,
  games,
  ledger,
  journal,
}: Pick<Core, 'audit' | 'games' | 'journal' | 'ledger'>) => {
  return {
    async list(gameId: number): Promise<GameDivision[]> {
      const { divisions } = await games.must(gameId)
      return [...divisions.values()]
    },

    async create(gameId: number, sent: DivisionCreate, caller: Editor): Promise<GameDivision> {
      const division = await ledger.change(gameId, ['setup'], async (db) => {
        const tx = createDivisionStore(db)
        const permissions = await permissionsOf(gameId, sent.challengeConfigs ?? [], tx)
        const id = await tx.insert(gameId, {
          name: sent.name,
          invite_code: codeOf(sent.inviteCode ?? null),
          default_permissions: sent.defaultPermissions ?? gamePermissions.All,
        })
        await tx.replacePermissions(gameId, id, permissions)
        const created = await must(gameId, id, tx)
        await audit.record(db, caller, 'division.create', loggedOf(gameId, null, created))
        return created
      })
      journal.done(caller, `Division ${division.name} (${division.id}) of game ${gameId} created`)
      return division
    },

    async update(gameId: number, id: number, sent: DivisionEdit, caller: Editor): Promise<GameDivision> {
      const division = await ledger.change(gameId, ['setup'], async (db) => {
        const tx = createDivisionStore(db)
        const before = await must(gameId, id, tx)
        expectUnchanged(caller.ifMatch, basisOf(before))
        await tx.update(id, {
          name: sent.name ?? before.name,
          invite_code: sent.inviteCode == null ? before.inviteCode : codeOf(sent.inviteCode),
          default_permissions: sent.defaultPermissions ?? before.defaultPermissions,
        })
        if (sent.challengeConfigs != null)
          await tx.replacePermissions(gameId, id, await permissionsOf(gameId, sent.challengeConfigs, tx))
        const after = await must(gameId, id, tx)
        await audit.record(db, caller, 'division.update', loggedOf(gameId, before, after))
        return after
      })
      journal.done(caller, `Division ${division.name} (${id}) of game ${gameId} changed`)
      return division
    },

    /** Its teams stay, without a division. */
    async remove(gameId: number, id: number, caller: Editor): Promise<void> {
      const name = await ledger.change(gameId, ['setup', 'teams'], async (db) => {
        const tx = createDivisionStore(db)
        const before = await must(gameId, id, tx)
        expectUnchanged(caller.ifMatch, basisOf(before))
        await tx.delete(id)
        await audit.record(db, caller, 'division.delete', loggedOf(gameId, before, null))
        return before.name
      })
      journal.done(caller, `Division ${name} (${id}) of game ${gameId} deleted`)
    },
  }
}

const loggedOf = (game: number, before: GameDivision | null, after: GameDivision | null) => ({
  game,
  id: (after ?? before)?.id ?? null,
  name: (after ?? before)?.name ?? null,
  before: before && basisOf(before),
  after: after && basisOf(after),
})

const must = async (gameId: number, id: number, store: DivisionStore): Promise<GameDivision> => {
  const row = await store.find(gameId, id)
  if (row === undefined) throw new Problem('division.notFound')
  return {
    id: row.id,
    name: row.name,
    inviteCode: row.invite_code,
    defaultPermissions: row.default_permissions,
    challengeConfigs: row.permissions,
  }
}

// An empty code would let everyone in anyway.
const codeOf = (sent: string | null): string | null => sent || null

const permissionsOf = async (
  gameId: number,
  configs: Configs,
  store: DivisionStore,
): Promise<ReadonlyMap<number, number>> => {
  const permissions = new Map<number, number>()
  for (const { challengeId: id, permissions: mask = gamePermissions.All } of configs) {
    if (permissions.has(id)) throw new Problem('division.challengeTwice', { id: String(id) })
    permissions.set(id, mask)
  }
  const known = await store.known(gameId, [...permissions.keys()])
  for (const id of permissions.keys())
    if (!known.has(id)) throw new Problem('division.challengeUnknown', { id: String(id) })
  return permissions
}
