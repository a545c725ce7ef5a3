import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { byBreadth } from '../../../../tests/kit/breadth.ts'
import { runCommand } from '../../../../tests/kit/command.ts'
import { fixture } from '../../../../tests/kit/compatible-fixture.ts'
import { createCompatibleDatabase } from '../../../../tests/kit/compatible-installation.ts'
import { expectAccounted } from '../../../../tests/kit/move-in-report.ts'
import { createTestDatabase } from '../../../../tests/kit/test-database.ts'
import type { Report } from '../move-in/report-text.ts'

const statement = /^INSERT INTO [\s\S]*?\);$/gm
const nullable = `
  do $$ declare r record; begin
    for r in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO' and is_identity = 'NO'
    loop execute format('alter table public.%I alter column %I drop not null', r.table_name, r.column_name); end loop;
  end $$`

// The same for the same number, so that a line that fails can be tried again.
const chanceOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return (state >>> 0) % below
  }
}
type Chance = ReturnType<typeof chanceOf>

const replacedAt = (text: string, found: readonly RegExpExecArray[], chance: Chance, by: string): string => {
  const one = found[chance(Math.max(1, found.length))]
  return one === undefined ? text : text.slice(0, one.index) + by + text.slice(one.index + one[0].length)
}

const valuesIn = (line: string): string => line.slice(line.indexOf(' VALUES ') + ' VALUES '.length)
const inValues = (line: string, change: (values: string) => string): string =>
  line.slice(0, line.length - valuesIn(line).length) + change(valuesIn(line))

const damages: Readonly<Record<string, (line: string, chance: Chance) => string>> = {
  'left out': () => '',
  'cut off': (line, chance) => line.slice(0, chance(line.length)),
  'there twice': (line) => `${line}\n${line}`,
  'of another number': (line, chance) =>
    inValues(line, (values) => replacedAt(values, [...values.matchAll(/\d/g)], chance, String(chance(10)))),
  'of a huge number': (line, chance) =>
    inValues(line, (values) =>
      replacedAt(values, [...values.matchAll(/(?<=[(,] ?)-?\d+(?=[,)])/g)], chance, '2147483647'),
    ),
  'of another letter': (line, chance) =>
    inValues(line, (values) =>
      replacedAt(values, [...values.matchAll(/[a-z]/gi)], chance, String.fromCodePoint(97 + chance(26))),
    ),
  'without a value': (line, chance) =>
    inValues(line, (values) =>
      replacedAt(
        values,
        [...values.matchAll(/(?<=[(,] ?)(?:'(?:[^']|'')*'|-?[\d.]+|true|false)(?=[,)])/g)],
        chance,
        'NULL',
      ),
    ),
  'without end': (line, chance) =>
    inValues(line, (values) =>
      replacedAt(
        values,
        [...values.matchAll(/'\d{4}-\d\d-\d\d [\d:.]+\+00'/g)],
        chance,
        chance(2) === 0 ? `'infinity'` : `'-infinity'`,
      ),
    ),
}

/** A line of each table, then the next one of each, since large tables are not the ones where most can go wrong. */
const byTurns = (all: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  const turns = all.map((line) => {
    const table = line.slice(0, line.indexOf(' VALUES '))
    const turn = counts.get(table) ?? 0
    counts.set(table, turn + 1)
    return { line, turn }
  })
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ line }) => line)
}

let [schema, lines]: [string, string[]] = ['', []]
beforeAll(async () => {
  const dump = await readFile(join(fixture, 'database.sql'), 'utf8')
  lines = byTurns(dump.match(statement) ?? [])
  schema = dump.slice(0, dump.search(statement))
})

const moveIn = async (line: number, damaged: string) => {
  const others = lines.filter((_, at) => at !== line).join('\n')
  const [theirs, ours] = await Promise.all([
    createCompatibleDatabase(async (run) => {
      await run(`${schema}\n${nullable};\n${others}`)
      // Anyone who loads a dump sees it.
      await run(damaged).catch(() => undefined)
    }),
    createTestDatabase(),
  ])
  onTestFinished(async () => {
    await ours.drop()
    await theirs.drop()
  })
  const written = await runCommand({ database: ours }, ['move-in', '--yes', '--json', ...theirs.flags], {
    env: {
      ...theirs.env,
      PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${process.env['TMPDIR'] ?? '/tmp'}/pennant-move-in-lines`,
    },
  })
  const document = JSON.parse(written.stdout) as {
    result: Report | null
    findings: { code: string; message: string }[]
  }
  return { ours, exit: written.exit, ...document }
}

// The last number is that of the lines, which takes ten minutes.
const tried = byBreadth(8, 64, 998)
const from = Number(process.env['PENNANT_TEST_FROM'] ?? 0)

describe('a line of the dump that is damaged', () => {
  it('is found in the dump', () => {
    expect(lines.length).toBeGreaterThan(900)
  })

  it.each(Array.from({ length: tried }, (_, at) => from + at))('is named, or refused: %i', async (at) => {
    const kinds = Object.entries(damages)
    const chance = chanceOf(at + 1)
    const line = at % lines.length
    const [kind, damage] = kinds[(at + Math.floor(at / lines.length)) % kinds.length] ?? [
      '',
      (text: string) => text,
    ]
    const before = lines[line] ?? ''
    const damaged = damage(before, chance)
    const { ours, exit, result, findings } = await moveIn(line, damaged)
    const said = JSON.stringify({ kind, before, damaged, findings })
    if (exit === 4) {
      expect(['key.wrong', 'source.schema'], said).toContain(findings[0]?.code)
      expect((await ours.db.selectFrom('user').select('id').execute()).length).toBe(0)
      return
    }
    expect(exit, said).toBe(3)
    expect(
      result?.boards.map(({ difference }) => difference),
      said,
    ).toEqual(result?.boards.map(() => null))
    if (result !== null) await expectAccounted(result, ours)
  })
})
