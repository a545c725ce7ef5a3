import type { Log } from '../terminal/log.ts'
import type { ScopeChange } from './scopes.ts'

export const createScopeLog =
  (log: Log) =>
  ({ kind, scope: { host, name } }: ScopeChange): void => {
    const facts = { site: host }
    if (kind === 'asked') log.debug(`${host} asks for permission.`, facts)
    if (kind === 'edited') log.debug(`${host} now calls itself "${name}".`, facts)
    if (kind === 'allowed') log.info(`${host} is allowed.`, facts)
    if (kind === 'removed') log.info(`${host} is not allowed.`, facts)
  }
