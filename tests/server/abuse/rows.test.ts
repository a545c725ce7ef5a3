import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../../kit/world.ts'
import { changesSince, mark } from './rows.ts'

let world: World
let user: Person
beforeAll(async () => {
  world = await createWorld()
  user = await world.person('User')
})
afterAll(() => world.close())

const update = (values: { bio?: string; ip?: string }) =>
  world.db.updateTable('user').set(values).where('id', '=', user.id).execute()

describe('what the rows are compared by', () => {
  it('sees what is written, changed and deleted, from one moment to the next', async () => {
    const before = await mark(world.db)
    expect(await changesSince(world.db, before)).toEqual([])
    await update({ bio: 'rows' })
    expect(await changesSince(world.db, before)).toEqual(['table user changed'])
    const later = await mark(world.db)
    expect(await changesSince(world.db, later)).toEqual([])
    await world.db
      .insertInto('team')
      .values({ name: 'crew', captain_id: user.id, invite_token: 'a'.repeat(32) })
      .execute()
    expect(await changesSince(world.db, later)).toEqual(['table team changed'])
    const last = await mark(world.db)
    await world.db.deleteFrom('team').where('name', '=', 'crew').execute()
    expect(await changesSince(world.db, last)).toEqual(['table team changed'])
  })

  it('passes over what changes by looking, what is as it was, and what was rolled back', async () => {
    await update({ bio: 'rows' })
    const before = await mark(world.db)
    await update({ ip: '192.0.2.7' })
    await update({ bio: 'steers' })
    await update({ bio: 'rows' })
    await expect(
      world.db.transaction().execute(async (transaction) => {
        await transaction.updateTable('user').set({ bio: 'never' }).where('id', '=', user.id).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await changesSince(world.db, before)).toEqual([])
  })

  it('passes over the sweep of sessions, but no session that is ended', async () => {
    await world.db
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .execute()
    const before = await mark(world.db)
    await world.core.sessions.sweep()
    expect(await world.db.selectFrom('session').select('id').execute()).toEqual([])
    expect(await changesSince(world.db, before)).toEqual([])
    await world.person('User')
    const later = await mark(world.db)
    await world.db.deleteFrom('session').execute()
    expect(await changesSince(world.db, later)).toEqual(['table session changed'])
  })
})
