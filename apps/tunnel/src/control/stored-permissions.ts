import type { Scope } from '../scope/scope.ts'
import type { ScopeFile } from '../scope/scope-file.ts'
import { createScopes, type Scopes } from '../scope/scopes.ts'
import type { Permissions, Report, ReportedScope } from './permissions.ts'

/** Decisions take effect at the next start of the tunnel. */
export const createStoredPermissions = (file: ScopeFile, onDamaged: (copy: string) => void): Permissions => {
  const read = async (): Promise<Scopes> => {
    const { scopes, damagedCopy } = await file.read()
    if (damagedCopy !== null) onDamaged(damagedCopy)
    return createScopes(scopes)
  }
  return {
    async allow(host) {
      const scopes = await read()
      if (!scopes.allow(host)) return 'allowed before'
      await file.write(scopes.list())
      return 'allowed'
    },

    async revoke(host) {
      const scopes = await read()
      if (!scopes.remove(host)) return 'unknown'
      await file.write(scopes.list())
      return 'revoked'
    },

    async report(): Promise<Report> {
      const scopes = await read()
      return { scopes: scopes.list().map(reportScope), running: null }
    },
  }
}

export const reportScope = ({ host, name, state }: Scope): ReportedScope => ({ host, name, state })
