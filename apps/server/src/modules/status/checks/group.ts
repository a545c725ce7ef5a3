import type { FindingCode } from '@pennant/contract/status'
import type { ShellCode } from './shell-code.ts'

export const groups = [
  'place',
  'database',
  'redis',
  'storage',
  'proxy',
  'limits',
  'email',
  'instances',
  'backup',
  'safety',
  'game',
  'server',
] as const
export type Group = (typeof groups)[number]

const byPrefix: Readonly<Record<string, Group>> = {
  place: 'place',
  disk: 'place',
  clock: 'place',
  database: 'database',
  schema: 'database',
  cache: 'redis',
  storage: 'storage',
  proxy: 'proxy',
  limits: 'limits',
  mail: 'email',
  captcha: 'email',
  secret: 'email',
  publicUrl: 'email',
  instances: 'instances',
  provider: 'instances',
  backup: 'backup',
  admins: 'safety',
  key: 'safety',
  safety: 'safety',
  game: 'game',
  board: 'game',
}

export const groupOf = (code: FindingCode | ShellCode): Group => {
  // Cookies without a prefix and links without an address have little in common.
  if (code === 'publicUrl.plain' || code === 'instances.sameHost') return 'safety'
  return byPrefix[code.slice(0, code.indexOf('.'))] ?? 'server'
}
