import { randomBytes } from 'node:crypto'
import { v4 as uuidv4 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import type { UserCreate } from '@pennant/contract/user'
import type { Caller, UserNeeds } from './needs.ts'
import { createUserStore, type UserStore } from './store.ts'

type Hashed = UserCreate & { passwordHash: string }

/** Creates users, all or none. Who exists already, by name or address, is overwritten. */
export const createBatch = ({ store, clock, hasher, journal, sessions, accounts }: UserNeeds) => {
  const overwrite = async (tx: UserStore, id: string, given: Hashed): Promise<void> => {
    await tx.update(id, {
      name: given.userName,
      name_key: accounts.identityKey(given.userName),
      email: given.email,
      email_key: accounts.identityKey(given.email),
      email_confirmed: true,
      password_hash: given.passwordHash,
      stamp: uuidv4(),
      ...(given.realName == null ? {} : { real_name: given.realName }),
      ...(given.stdNumber == null ? {} : { std_number: given.stdNumber }),
      ...(given.phone == null ? {} : { phone: given.phone }),
    })
  }

  const insert = async (tx: UserStore, given: Hashed): Promise<string> => {
    const user = accounts.newUser({
      name: given.userName,
      email: given.email,
      passwordHash: given.passwordHash,
      now: new Date(clock.now()),
    })
    await tx.insert({
      ...user,
      email_confirmed: true,
      real_name: given.realName ?? '',
      std_number: given.stdNumber ?? '',
      phone: given.phone ?? null,
    })
    return user.id
  }

  const put = async (tx: UserStore, given: Hashed): Promise<{ id: string; existed: boolean }> => {
    const keys = [accounts.identityKey(given.userName), accounts.identityKey(given.email)] as const
    const [existing, another] = await tx.byKeys(...keys)
    if (existing === undefined) return { id: await insert(tx, given), existed: false }
    // Name and address belong to two different people: which one would be meant?
    if (another !== undefined) throw new Problem(another.name_key === keys[0] ? 'account.emailTaken' : 'account.nameTaken')
    await overwrite(tx, existing.id, given)
    return { id: existing.id, existed: true }
  }

  return async (batch: readonly UserCreate[], { principal, address }: Caller): Promise<void> => {
    for (const { password } of batch) accounts.checkPassword(password)
    const hashed = await Promise.all(
      batch.map(async (given): Promise<Hashed> => ({ ...given, passwordHash: await hasher.hash(given.password) })),
    )
    const overwritten = await store
      .atomically(async (db) => {
        const tx = createUserStore(db)
        const teams = new Map<string, string[]>()
        const existed: string[] = []
        for (const given of hashed) {
          const user = await put(tx, given)
          if (user.existed) existed.push(user.id)
          const team = given.teamName?.trim() ?? ''
          if (team !== '') teams.set(team, [...new Set([...(teams.get(team) ?? []), user.id])])
        }
        for (const [name, members] of teams) {
          const [captain = ''] = members
          await tx.insertTeam({ name, captain_id: captain, invite_token: randomBytes(16).toString('hex') }, members)
        }
        return existed
      })
      .catch((error: unknown) => {
        throw accounts.collided(error)
      })
    for (const id of overwritten) if (id !== principal.userId) await sessions.endAll(id)
    journal.write({
      message: `${batch.length} users created or overwritten`,
      status: 'Success',
      name: principal.userName,
      address,
    })
  }
}
