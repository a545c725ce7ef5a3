import { Problem } from '@pennant/contract/problem'
import { identityKey } from '@pennant/rules/account/identity'
import { isAscii, isSameName, nameFault } from '@pennant/rules/account/name'
import type { Db } from '../../ports/database.ts'
import type { SkeletonsOf } from '../../kit/skeleton/skeleton.ts'
import { createNameStore, type Named, type NameKind } from './name-store.ts'

export type NewName = {
  kind: NameKind
  name: string
  /** The user or team that is renamed; absent for a new one. */
  id?: string | number
}

export type NameColumns = { skeletons: string[] }

const reserved = [
  ...['admin', 'admins', 'administrator', 'administration', 'moderator', 'moderators', 'mod', 'monitor'],
  ...['organizer', 'organizers', 'organiser', 'organisers', 'support', 'helpdesk', 'staff', 'official'],
  ...['system', 'root', 'security', 'owner', 'anonymous', 'pennant'],
]

export const createNames = (skeletonsOf: SkeletonsOf, platformNames: () => readonly string[]) => {
  const refuseReserved = (kind: NameKind, skeletons: readonly string[]): void => {
    const names = [...reserved, ...platformNames()].filter((one) => one.trim() !== '')
    if (names.some((one) => skeletonsOf(one).some((skeleton) => skeletons.includes(skeleton))))
      throw new Problem('name.reserved', { field: fields[kind] })
  }

  const refuseAlike = async (db: Db, newName: NewName, skeletons: readonly string[]): Promise<void> => {
    const store = createNameStore(db)
    await store.reserve(skeletons)
    const { kind, name, id } = newName
    // Users with the same key are told apart by the unique constraint, which has its own problem.
    const taken = (one: Named): boolean =>
      kind === 'user' && one.kind === 'user' && identityKey(one.name) === identityKey(name)
    const other = (await store.alike(skeletons)).find(
      (one) => !(one.kind === kind && one.id === String(id)) && !isSameName(one.name, name) && !taken(one),
    )
    if (other !== undefined) throw new Problem('name.alike', { field: fields[kind], name: other.name })
  }

  return {
    // The caller stores the result in this transaction. Names in ASCII may look alike; others must not.
    async columnsFor(db: Db, newName: NewName): Promise<NameColumns> {
      const { kind, name } = newName
      const fault = nameFault(name)
      if (fault !== null) throw new Problem(`name.${fault}`, { field: fields[kind] })
      const skeletons = skeletonsOf(name)
      if (!isAscii(name)) {
        refuseReserved(kind, skeletons)
        await refuseAlike(db, newName, skeletons)
      }
      return { skeletons }
    },

    async catchUp(db: Db): Promise<void> {
      const store = createNameStore(db)
      for (const kind of ['user', 'team'] as const)
        for (;;) {
          const rows = await store.unknown(kind, portion)
          await store.keep(
            kind,
            rows.map((row) => ({ ...row, skeletons: skeletonsOf(row.name) })),
          )
          if (rows.length < portion) break
        }
    },
  }
}

const fields = { user: 'userName', team: 'name' } as const
const portion = 1_000
