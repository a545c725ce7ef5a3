import { v4 as uuidv4 } from 'uuid'
import { Problem, type RowProblem } from '@pennant/contract/problem'
import type { UserCreate } from '@pennant/contract/user'
import { identityKey } from '@pennant/rules/account/identity'
import type { Db, UserRow } from '../../ports/database.ts'
import { checkName, checkPassword, collided, newUser } from '../../core/identity/new-user.ts'
import type { Core } from '../../core/core.ts'
import type { BegunSession } from '../../core/identity/caller.ts'
import { type Administrator, newInviteToken } from './service.ts'
import { expectTokenCovers } from './token-role.ts'
import { createUserStore, type UserStore } from './store.ts'

type Hashed = UserCreate & { passwordHash: string }
type PutUsers = { created: string[]; overwritten: ReadonlyMap<string, string> }
type Attempt = (tx: UserStore, row: number, work: () => Promise<void>) => Promise<void>

type ImportOptions = { trial?: boolean; portion?: string }

const hashesAtOnce = 2

/** All or none. Users who exist already, by name or address, are overwritten. */
export const createBatch = (
  core: Pick<Core, 'audit' | 'clock' | 'db' | 'hasher' | 'journal' | 'names' | 'sessions'>,
) => {
  const { clock, hasher, audit, journal, sessions, names } = core
  const store = createUserStore(core.db)

  const nameOf = (db: Db, name: string, id?: string) =>
    names.columnsFor(db, { kind: 'user', name, ...(id === undefined ? {} : { id }) })

  const overwrite = async (db: Db, tx: UserStore, { id, name }: UserRow, given: Hashed): Promise<string> => {
    const stamp = uuidv4()
    await tx.update(id, {
      ...(given.userName === name ? {} : await nameOf(db, given.userName, id)),
      name: given.userName,
      name_key: identityKey(given.userName),
      email: given.email,
      email_key: identityKey(given.email),
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
    const user = newUser({
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
    caller: Administrator,
  ): Promise<{ id: string; newStamp: string | null }> => {
    const keys = [identityKey(given.userName), identityKey(given.email)] as const
    const [existing, another] = await tx.byKeys(...keys)
    if (existing?.name !== given.userName) checkName(given.userName)
    if (existing === undefined) return { id: await insert(db, tx, given), newStamp: null }
    // The name decides who is meant; another user's address can't be theirs as well.
    if (another !== undefined) throw new Problem('account.emailTaken')
    expectTokenCovers(caller, existing.role)
    return { id: existing.id, newStamp: await overwrite(db, tx, existing, given) }
  }

  const putAll = async (
    db: Db,
    users: readonly Hashed[],
    caller: Administrator,
    attempt: Attempt,
  ): Promise<PutUsers> => {
    const tx = createUserStore(db)
    await tx.oneBatchAtATime()
    const teams = new Map<string, { row: number; members: Set<string> }>()
    const created: string[] = []
    const overwritten = new Map<string, string>()
    for (const [row, given] of users.entries()) {
      const team = given.teamName?.trim() ?? ''
      const crew = teams.get(team) ?? { row, members: new Set() }
      if (team !== '') teams.set(team, crew)
      await attempt(tx, row, async () => {
        const user = await put(db, tx, given, caller)
        if (user.newStamp === null) created.push(user.id)
        else overwritten.set(user.id, user.newStamp)
        crew.members.add(user.id)
      })
    }
    for (const [name, { row, members }] of teams)
      await attempt(tx, row, async () => {
        const given = await names.columnsFor(db, { kind: 'team', name })
        if (members.size > 0)
          await tx.insertTeam({ ...given, name, invite_token: newInviteToken() }, [...members])
      })
    return { created, overwritten }
  }

  const weakPasswords = (batch: readonly UserCreate[]): RowProblem[] =>
    batch.flatMap(({ password }, row) => {
      try {
        checkPassword(password)
        return []
      } catch (error) {
        if (error instanceof Problem) return [{ row, problem: error }]
        throw error
      }
    })

  // Before anything is stored and before hashing, which takes long.
  const refuseAll = async (batch: readonly UserCreate[], caller: Administrator): Promise<void> => {
    const found = weakPasswords(batch)
    const users = batch.map((given) => ({ ...given, passwordHash: '' }))
    await store.tried((db) =>
      putAll(db, users, caller, (tx, row, work) =>
        tx.apart(work).catch((error: unknown) => {
          const problem = collided(error)
          if (!(problem instanceof Problem)) throw error
          found.push({ row, problem })
        }),
      ),
    )
    refuse(found.toSorted((one, other) => one.row - other.row))
  }

  const refuseWeak = (batch: readonly UserCreate[]): void => refuse(weakPasswords(batch))

  // A few at a time, so that logins meanwhile don't wait for the whole batch.
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

  /** Returns the new session of callers who overwrote themselves. */
  return async (
    batch: readonly UserCreate[],
    { trial = false, portion = '' }: ImportOptions,
    caller: Administrator,
  ): Promise<BegunSession | null> => {
    if (portion === '' || trial) await refuseAll(batch, caller)
    else refuseWeak(batch)
    if (trial || (portion !== '' && (await store.isPortionDone(portion)))) return null
    const users = await hashed(batch)
    const overwritten = await store.atomically(async (db) => {
      const tx = createUserStore(db)
      await tx.oneBatchAtATime()
      if (portion !== '' && !(await tx.beginPortion(portion, new Date(clock.now())))) return null
      const done = await putAll(db, users, caller, (_tx, row, work) =>
        // A name may have been taken since.
        work().catch((error: unknown) => {
          const problem = collided(error)
          throw problem instanceof Problem ? inRow({ row, problem }) : problem
        }),
      )
      const after = { created: done.created, overwritten: [...done.overwritten.keys()] }
      if (users.length > 0) await audit.record(db, caller, 'user.createMany', { id: null, after })
      return done.overwritten
    })
    if (overwritten === null) return null
    journal.done(caller, `${batch.length} users created or overwritten`)
    let own: BegunSession | null = null
    for (const [id, stamp] of overwritten)
      if (id === caller.principal.userId) own = await sessions.renew({ id, stamp }, caller)
      else await sessions.endAll(id)
    return own
  }
}

const refuse = (rows: readonly RowProblem[]): void => {
  const [first] = rows
  if (first !== undefined) throw inRow(first, rows)
}

const inRow = (first: RowProblem, rows: readonly RowProblem[] = [first]): Problem =>
  new Problem(first.problem.code, first.problem.params, { data: { row: first.row }, rows })
