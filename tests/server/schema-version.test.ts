import { Migrator } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../apps/server/src/adapters/sql/migrations/index.ts'
import { createTestDatabase } from '../kit/test-database.ts'
import { createWorld } from '../kit/world.ts'

const names = Object.keys(migrations)

describe('a database', () => {
  it('that a newer version has used is refused, and stays as it was', async () => {
    const world = await createWorld()
    onTestFinished(() => world.close())
    const history = world.db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    const read = () => history.selectFrom('kysely_migration').select('name').orderBy('name').execute()
    await history
      .insertInto('kysely_migration')
      .values({ name: '9999_next', timestamp: new Date().toISOString() })
      .execute()
    const before = await read()
    await expect(world.another()).rejects.toThrow(
      'The database was used by a newer version of Pennant (it has: 9999_next). ' +
        'Start that version, or restore a backup from before the upgrade.',
    )
    expect(await read()).toEqual(before)
  })

  it.each([names.at(0), names.at(Math.floor(names.length / 2)), names.at(-2)])(
    'as an older version left it, at %s, is brought up to date before anything is served',
    async (name = '') => {
      const database = await createTestDatabase({ bare: true })
      const migrator = new Migrator({
        db: database.db,
        provider: { getMigrations: async () => ({ ...migrations }) },
      })
      const { error } = await migrator.migrateTo(name)
      expect(error).toBeUndefined()
      const world = await createWorld({ database })
      onTestFinished(() => world.close())
      expect((await world.visitor().get('/api/config')).status).toBe(200)
      expect((await fetch(`${world.healthOrigin}/readyz`)).status).toBe(200)
      expect((await world.person('Admin')).role).toBe('Admin')
    },
  )
})
