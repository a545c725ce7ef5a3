import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { urlOf } from './command.ts'
import { fixture } from './compatible-fixture.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const readFixture = async <T>(name: string): Promise<T> =>
  // Written by that platform, or by us.
  JSON.parse(await readFile(path.join(fixture, name), 'utf8')) as T

export type CompatibleDatabase = TestDatabase & {
  /** Flags of `move-in` that name it. */
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
  run(statement: string): Promise<void>
}

/** `load` stands for its dump. */
export const createCompatibleDatabase = async (
  load: (run: CompatibleDatabase['run']) => Promise<unknown> = async (run) =>
    run(await readFile(path.join(fixture, 'database.sql'), 'utf8')),
): Promise<CompatibleDatabase> => {
  const database = await createTestDatabase({ bare: true })
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client('url' in database.address ? database.address.url : database.address)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await load(run)
  const url = new URL(urlOf(database))
  const password = decodeURIComponent(url.password)
  url.password = ''
  return {
    ...database,
    flags: [
      ...['--from', url.href],
      ...['--files', path.join(fixture, 'files')],
      ...['--settings', path.join(fixture, 'settings.json')],
    ],
    env: { PGPASSWORD: password },
    run,
  }
}

export type Expected = {
  file: string
  method: string
  path: string
  by: string
  status: number
  type: string
}

/** `at` has no numbers of a list, so that one exception covers all of it. */
export type Difference = { file: string; at: string; theirs: unknown; ours: unknown }

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const keyOf = (value: unknown): string | null => {
  if (!isObject(value)) return typeof value === 'string' ? value : null
  for (const name of ['id', 'userId', 'hash', 'challengeId', 'divisionId', 'fileName'])
    if (typeof value[name] === 'string' || typeof value[name] === 'number') return String(value[name])
  return null
}

/** Lists of things that have a key are compared by key, others by place. */
export const differences = (file: string, theirs: unknown, ours: unknown, at = ''): Difference[] => {
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const keys = [theirs, ours].map((list) => list.map(keyOf))
    const isKeyed = keys.every((list) => new Set(list).size === list.length && !list.includes(null))
    const pairs = isKeyed
      ? [...new Set(keys.flat())].map((key) => [
          theirs[keys[0]?.indexOf(key) ?? -1],
          ours[keys[1]?.indexOf(key) ?? -1],
        ])
      : Array.from({ length: Math.max(theirs.length, ours.length) }, (_, index) => [
          theirs[index],
          ours[index],
        ])
    return pairs.flatMap(([one, other]) => differences(file, one, other, `${at}[]`))
  }
  if (isObject(theirs) && isObject(ours))
    return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((name) =>
      differences(file, theirs[name], ours[name], at === '' ? name : `${at}.${name}`),
    )
  return Object.is(theirs, ours) ? [] : [{ file, at, theirs, ours }]
}
