// @ts-check
/**
 * What an expanding migration must not do, because programs that don't know it go on running: they would miss
 * what is gone, write what is no longer accepted, or wait for a lock.
 */

/** @typedef {{ pattern: RegExp, why: string }} Refused */

/** @type {Refused[]} */
const anywhere = [
  { pattern: /\bdrop\b/, why: 'drops' },
  { pattern: /\brename\b/, why: 'renames' },
  { pattern: /\bset not null\b/, why: 'narrows: set not null' },
  { pattern: /\balter (column )?"?\w+"? (set data )?type\b/, why: 'changes a type' },
  { pattern: /^\s*(delete|truncate)\b/, why: 'deletes rows' },
  { pattern: /^\s*update\b/, why: 'writes rows, which a job does in portions' },
]

/** @type {Refused[]} Of tables that were there before. */
const inExisting = [
  {
    pattern: /\badd (column )?(?!constraint)[^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    why: 'narrows: a column that is not null needs a default',
  },
  { pattern: /\bdefault\b[^,]*\w\s*\(/, why: 'a default must be constant' },
  {
    pattern: /\b(check|references|foreign key)\b(?![^;]*\bnot valid\b)/,
    why: 'narrows: a check or reference is added `not valid`',
  },
  { pattern: /\b(unique|primary key|exclude)\b/, why: 'narrows: a key' },
]

const plainIndex = /^\s*create (unique )?index (?!concurrently\b).*?\bon "?(\w+)"?/
const existing = /^\s*alter table (?:only )?(?:if exists )?"?(\w+)"?/
const created = /^\s*create table (?:if not exists )?"?(\w+)"?/

/**
 * @param {string} text all SQL of an expanding migration
 * @returns {string[]} why it is refused
 */
export function refusalsOf(text) {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
  const fresh = new Set(statements.map((statement) => created.exec(statement)?.[1]))
  return statements.flatMap((statement) => {
    const [, , indexed] = plainIndex.exec(statement) ?? []
    const [, altered] = existing.exec(statement) ?? []
    const rules = altered === undefined || fresh.has(altered) ? anywhere : [...anywhere, ...inExisting]
    const whys = rules.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why)
    if (indexed !== undefined && !fresh.has(indexed)) whys.push('creates an index, and not concurrently')
    return whys.map((why) => `${why}: ${statement.slice(0, 60)}`)
  })
}
