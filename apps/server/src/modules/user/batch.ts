import { v4 as uuidv4 } from 'uuid'
import { Problem } from '@pennant/contract/problem'
import type { UserCreate } from '@pennant/contract/user'
import type { Db, UserRow } from '../../ports/database.ts'
import type { BegunSession, Caller, UserNeeds } from './needs.ts'
import { newInviteToken } from './invite-token.ts'
import { spareHigher } from './spare-higher.ts'
import { createUserStore, type UserStore } from './store.ts'

type Hashed = UserCreate & { passwordHash: string }
type Refusal = { row: number; problem: Problem }

const hashesAtOnce = 2

/** Creates users, all or none. Who exists already, by name or address, is overwritten. */
export const createBatch = ({ store, clock, hasher, journal, sessions, accounts, names }: UserNeeds) => {
  const nameOf = (db: Db, name: string, id?: string) =>
    names.give(db, { kind: 'user', name, ...(id === undefined ? {} : { id }) })

  const overwrite = async (db: Db, tx: UserStore, { id, name }: UserRow, given: Hashed): Promise<string> => {
    const stamp = uuidv4()
    await tx.update(id, {
      ...(given.userName === name ? {} : await nameOf(db, given.userName, id)),
      name: given.userName,
      name_key: accounts.identityKey(given.userName),
      email: given.email,
      email_key: accounts.identityKey(given.email),
      email_confirmed: true,
      password_hash: given.passwordHash,
      stamp,
      ...(given.realName == null ? {} : { real_name: given.realName }),
      ...(given.stdNumber == null ? {} : { std_number: given.stdNumber }),
      ...(given.phone == null ? {} : { phone: given.phone }),
    })
    return stamp
  }

  const insert = async (db: Db, tx: UserStore, given: Hashed): Promise<string> => {
    const user = accounts.newUser({
      name: given.userName,
      email: given.email,
      passwordHash: given.passwordHash,
      now: new Date(clock.now()),
    })
    await tx.insert({
      ...user,
      ...(await nameOf(db, given.userName)),
      email_confirmed: true,
      real_name: given.realName ?? '',
      std_number: given.stdNumber ?? '',
      phone: given.phone ?? null,
    })
    return user.id
  }

  const put = async (
    db: Db,
    tx: UserStore,
    given: Hashed,
    caller: Caller,
  ): Promise<{ id: string; newStamp: string | null }> => {
    const keys = [accounts.identityKey(given.userName), accounts.identityKey(given.email)] as const
    const [existing, another] = await tx.byKeys(...keys)
    if (existing?.name !== given.userName) accounts.checkName(given.userName)
    if (existing === undefined) return { id: await insert(db, tx, given), newStamp: null }
    // The name decides who is meant; an address of somebody else cannot be theirs as well.
    if (another !== undefined) throw new Problem('account.emailTaken')
    spareHigher(caller, existing.role)
    return { id: existing.id, newStamp: await overwrite(db, tx, existing, given) }
  }

  /** Everything in the order of the batch, so that the first problem is the one that is told. */
  const putAll = async (
    db: Db,
    tx: UserStore,
    users: readonly Hashed[],
    caller: Caller,
  ): Promise<ReadonlyMap<string, string>> => {
    const teams = new Map<string, { row: number; members: Set<string> }>()
    const overwritten = new Map<string, string>()
    for (const [row, given] of users.entries()) {
      const user = await put(db, tx, given, caller).catch((error: unknown) => {
        throw inRow(row, accounts.collided(error))
      })
      if (user.newStamp !== null) overwritten.set(user.id, user.newStamp)
      const team = given.teamName?.trim() ?? ''
      if (team === '') continue
      const crew = teams.get(team) ?? { row, members: new Set() }
      crew.members.add(user.id)
      teams.set(team, crew)
    }
    for (const [name, { row, members }] of teams) {
      const given = await names.give(db, { kind: 'team', name }).catch((error: unknown) => {
        throw inRow(row, error)
      })
      await tx.insertTeam({ ...given, name, invite_token: newInviteToken() }, [...members])
    }
    return overwritten
  }

  const firstRefusal = (batch: readonly UserCreate[]): Refusal | null => {
    for (const [row, { password }] of batch.entries())
      try {
        accounts.checkPassword(password)
      } catch (error) {
        if (error instanceof Problem) return { row, problem: error }
        throw error
      }
    return null
  }

  /** A few at a time: whoever logs in meanwhile need not wait for the whole batch. */
  const hashed = async (batch: readonly UserCreate[]): Promise<Hashed[]> => {
    const done: Hashed[] = []
    while (done.length < batch.length) {
      const next = batch.slice(done.length, done.length + hashesAtOnce)
      done.push(
        ...(await Promise.all(
          next.map(async (given) => ({ ...given, passwordHash: await hasher.hash(given.password) })),
        )),
      )
    }
    return done
  }

  /** Answers the new session of callers who overwrote themselves. */
  return async (batch: readonly UserCreate[], caller: Caller): Promise<BegunSession | null> => {
    const { principal, address } = caller
    const refusal = firstRefusal(batch)
    // What comes before it may hold the first problem; none of it is kept, so no password is worth hashing.
    const users =
      refusal === null
        ? await hashed(batch)
        : batch.slice(0, refusal.row).map((given) => ({ ...given, passwordHash: '' }))
    const overwritten = await store.atomically(async (db) => {
      const tx = createUserStore(db)
      await tx.oneBatchAtATime()
      const changed = await putAll(db, tx, users, caller)
      if (refusal !== null) throw inRow(refusal.row, refusal.problem)
      return changed
    })
    journal.write({
      message: `${batch.length} users created or overwritten`,
      status: 'Success',
      name: principal.userName,
      address,
    })
    let own: BegunSession | null = null
    for (const [id, stamp] of overwritten)
      if (id === principal.userId) own = await sessions.renew({ id, stamp }, caller)
      else await sessions.endAll(id)
    return own
  }
}

/** Says which of the users it is about. */
const inRow = (row: number, error: unknown): unknown =>
  error instanceof Problem ? new Problem(error.code, error.params, { data: { row } }) : error
