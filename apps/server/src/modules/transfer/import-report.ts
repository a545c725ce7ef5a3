import type { ImportReport } from '@pennant/contract/transfer'
import type { ImportChange } from './change.ts'
import type { Package } from './read-package.ts'
import { fieldOf } from './long-text.ts'

type Packed = Pick<Package, 'challenges' | 'changes'>

export const reportOf = (
  id: number,
  { challenges, changes: { list, more } }: Packed,
  say: (change: ImportChange) => string,
): ImportReport => {
  const titles = new Map(challenges.map(({ entry, values }) => [entry, values.title]))
  const changes = list.map((change) => ({
    where: fieldOf(change),
    challenge: titles.get(change.entry) ?? null,
    code: change.code,
    params: change.params,
    title: say(change),
  }))
  return { id, changes, more }
}

const mostInLog = 20

export const loggedReport = ({ changes, more }: ImportReport): string => {
  if (changes.length === 0) return ''
  const lines = changes.slice(0, mostInLog).map(({ where, title }) => `${where}: ${title}`)
  const left = changes.length - lines.length + more
  return ` with changes. ${[...lines, ...(left === 0 ? [] : [`${left} more`])].join('; ')}`
}
