import { describe, expect, it } from 'vitest'
import { check, longPath } from './fixture-tree.ts'

describe('packages of others', () => {
  it.each([
    ['fastify', 'server/modules/team/routes.ts'],
    ['@fastify/cookie', 'server/live/a.ts'],
    ['pg', 'server/modules/team/store.ts'],
    ['kysely', 'server/modules/team/service.ts'],
    ['kysely', 'server/http/a.ts'],
    ['ioredis', 'server/adapters/cache/redis.ts'],
    ['sharp', 'server/modules/file/a.ts'],
    ['nodemailer', 'server/app.ts'],
    ['@aws-sdk/client-s3', 'server/modules/file/a.ts'],
    ['dockerode', 'server/modules/instance/a.ts'],
    ['ws', 'server/http/a.ts'],
    ['vitest', 'server/http/a.ts'],
    ['zod', 'contract/a.ts'],
    ['date-fns', 'rules/a.ts'],
  ])('%s does not belong into %s', (name, file) => {
    expect(check({ [file]: `import { x } from '${name}'` })).toEqual([
      expect.stringContaining(`${longPath(file)}:1  wrong arrow: ${file} → ${name} (`),
    ])
  })

  it('ports and stores know the query builder, ports by its types only', () => {
    const builder = `import { sql } from 'kysely'`
    expect(
      check({ 'server/modules/team/store.ts': builder, 'server/modules/team/store-hot.ts': builder }),
    ).toEqual([])
    expect(check({ 'server/ports/database.ts': `import type { Kysely } from 'kysely'` })).toEqual([])
    expect(check({ 'server/ports/database.ts': builder })[0]).toContain('types only')
  })

  it.each(['qrcode', 'content-disposition'])('%s is touched in one folder', (name) => {
    const text = `import x from '${name}'`
    expect(check({ 'server/adapters/blob/a.ts': text, 'server/adapters/blob/b.ts': text })).toEqual([])
    const faults = check({ 'server/adapters/blob/a.ts': text, 'server/adapters/mail/b.ts': text })
    expect(faults).toEqual([
      expect.stringContaining(
        `adapters/mail/b.ts:1  wrong arrow: server/adapters/mail/b.ts → ${name} (server/adapters/blob touches it already`,
      ),
    ])
  })
})
