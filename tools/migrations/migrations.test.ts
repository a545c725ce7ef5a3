import { describe, expect, it } from 'vitest'
import { faultsIn, faultsOfNumbers } from './check-migrations.mjs'
import { refusalsOf } from './judge.mjs'

describe('an expanding migration', () => {
  it.each([
    [
      'a new table with all that belongs to it',
      'create table a (id int primary key, b text not null unique, c int references "user" (id), check (id > 0)); create unique index a_b on a (b); alter table a add check (id < 9)',
    ],
    ['nullable columns', 'alter table game add column a text, add column b timestamptz'],
    [
      'columns with a constant default',
      "alter table game add column a int not null default 0, add column b text[] not null default '{}'",
    ],
    ['an index that stops no writes', 'create index concurrently game_a on game (a)'],
    ['a check that is validated later', 'alter table game add constraint a check (a > 0) not valid'],
    [
      'what only a comment or a text says',
      "-- drop table game\nalter table game add column a text default 'rename; drop'",
    ],
  ])('may have %s', (_what, text) => {
    expect(refusalsOf(text)).toEqual([])
  })

  it.each([
    ['drops a table', 'drop table game'],
    ['drops a column', 'alter table game drop column a'],
    ['drops a default', 'alter table game alter column a drop default'],
    ['renames', 'alter table game rename column a to b'],
    ['narrows a column', 'alter table game alter column a set not null'],
    ['changes a type', 'ALTER TABLE game ALTER COLUMN a TYPE bigint'],
    ['needs a value of writers who know no such column', 'alter table game add column a int not null'],
    ['rewrites the table', 'alter table game add column a uuid not null default gen_random_uuid()'],
    ['adds a check that holds at once', 'alter table game add constraint a check (a > 0)'],
    ['adds a column with a check', 'alter table game add column a int check (a > 0)'],
    ['adds a key', 'alter table "user" add unique (a)'],
    ['adds a reference', 'alter table game add column a int references team (id)'],
    ['stops writes while it builds an index', 'create table a (id int); create index game_a on game (a)'],
    ['writes rows', "update game set a = 'x'"],
    ['deletes rows', 'create table a (id int); delete from game'],
  ])('is refused if it %s', (_what, text) => {
    expect(refusalsOf(text)).toHaveLength(1)
  })
})

describe('the source of a migration', () => {
  const source = (kind: string, text: string): string =>
    `export const a: DeclaredMigration = {\n${kind}\n  async up(db) {\n    await sql\`${text}\`.execute(db)\n  },\n}\n`

  it('declares its kind, and only what contracts may take away', () => {
    expect(faultsIn('a.ts', source('', 'create table a (id int)'))).toEqual(["it doesn't declare its kind"])
    expect(faultsIn('a.ts', source("kind: 'contract',", 'drop table game'))).toEqual([])
    expect(faultsIn('a.ts', source("kind: 'expand',", 'create table a (id int)'))).toEqual([])
    expect(faultsIn('a.ts', source("kind: 'expand',", 'drop table game'))).toEqual(['drops: drop table game'])
  })
})

describe('migrations', () => {
  const files = Array.from({ length: 20 }, (_, index) => `${String(index + 1).padStart(4, '0')}-a.ts`)
  const without = (number: number) => files.filter((file) => Number(file.slice(0, 4)) !== number)

  it('have consecutive numbers, but for one that was released without', () => {
    expect(faultsOfNumbers(without(17))).toEqual([])
    expect(faultsOfNumbers(without(17).filter((file) => !file.startsWith('0019')))).toEqual([
      { file: '0020-a.ts', text: 'its number has to be 0019' },
    ])
    expect(faultsOfNumbers([...without(17), '0020-b.ts'])).toEqual([
      { file: '0020-b.ts', text: 'its number has to be 0021' },
    ])
    expect(faultsOfNumbers(files)).toEqual([{ file: '0017-a.ts', text: 'its number has to be 0018' }])
  })
})
