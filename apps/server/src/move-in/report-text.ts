import type { Finding, TableReport } from '@pennant/interchange/compatible/notes'
import type { BoardProof } from './boards.ts'

export type Report = { tables: readonly TableReport[]; boards: readonly BoardProof[] }

const lineOf = (kind: string, { what, why, rows, examples }: Finding): string =>
  `    ${kind} ${what === 'row' ? '' : `${what} `}(${rows}): ${why}${examples.length === 0 ? '' : `. Such as ${examples.join('; ')}`}`

export const reportText = ({ tables, boards }: Report): string =>
  [
    ...tables.flatMap(({ table, read, carried, changed, lost, kept }) => [
      `  ${table}: ${read} read, ${carried} carried`,
      ...changed.map((one) => lineOf('changed', one)),
      ...kept.map((one) => lineOf('kept', one)),
      ...lost.map((one) => lineOf('lost', one)),
    ]),
    ...boards.map(({ game, teams, difference }) =>
      difference === null
        ? `  The scoreboard of game ${game} is the same there and here: ${teams} teams.`
        : `  The scoreboard of game ${game} differs: ${difference}.`,
    ),
  ].join('\n')

export const hasLosses = ({ tables }: Report): boolean => tables.some(({ lost }) => lost.length > 0)
