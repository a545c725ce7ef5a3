import { findingCodes, type FindingCode } from '@pennant/contract/status'
import { type Group, groupOf, groups } from '../modules/status/checks/group.ts'
import { type ShellCode, shellTexts } from '../modules/status/checks/shell-code.ts'
import { textsOf } from './doctor-text.ts'

const begin = '<!-- Written by tools/manual.mjs: findings -->'
const end = '<!-- The end of findings -->'

const names: Readonly<Record<Group, string>> = {
  place: 'The machine',
  database: 'The database',
  redis: 'Redis',
  storage: 'Files',
  proxy: 'The proxy',
  limits: 'Limits',
  email: 'Email and captcha',
  instances: 'Instances',
  backup: 'Backup',
  safety: 'Safety',
  game: 'A game',
  server: 'The server',
}

export const withFindings = (manual: string): string => {
  const [before, rest] = manual.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the manual has no ${begin} and ${end}`)
  return `${before}${begin}\n\n${groups.map(tableOf).join('\n')}\n${end}${after}`
}

const tableOf = (group: Group): string => {
  // Both are written out by their authors.
  const codes = [...Object.keys(findingCodes), ...Object.keys(shellTexts)] as (FindingCode | ShellCode)[]
  const rows = codes
    .filter((code) => groupOf(code) === group)
    .toSorted()
    .map((code) => {
      const { message, remedy } = textsOf(code)
      const shown = message.replaceAll(/\{\{\w+\}\}|\{\d\}/g, '…')
      return `| \`${code}\` | ${shown} | ${remedy} |`
    })
  return [
    `### ${names[group]} (\`${group}\`)`,
    '',
    '| Finding | Means | Remedy |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
