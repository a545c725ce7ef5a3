import type { Scope, ScopeFacts } from './scope.ts'
import { factsOfUnknown } from './scope.ts'

/** A page can ask from any number of origins, so these are limits on what is kept. */
const maxPending = 16
const maxScopes = 512

export type ScopeChange = { readonly kind: 'asked' | 'edited' | 'allowed' | 'removed'; readonly scope: Scope }

export type Scopes = {
  find(host: string): Scope | undefined
  list(): readonly Scope[]
  isAllowed(host: string): boolean
  ask(host: string, facts: ScopeFacts): 'new' | 'known' | 'full'
  edit(host: string, facts: ScopeFacts): boolean
  /** Also before the site asks. False when it was allowed already. */
  allow(host: string): boolean
  remove(host: string): boolean
  onChange(listener: (change: ScopeChange) => void): void
}

export const createScopes = (stored: readonly Scope[]): Scopes => {
  const scopes = new Map(stored.map((scope) => [scope.host, scope]))
  const listeners: ((change: ScopeChange) => void)[] = []
  const change = (kind: ScopeChange['kind'], scope: Scope): void => {
    if (kind === 'removed') scopes.delete(scope.host)
    else scopes.set(scope.host, scope)
    for (const listener of listeners) listener({ kind, scope })
  }
  const list = (): Scope[] => [...scopes.values()]

  return {
    find: (host) => scopes.get(host),
    list,
    isAllowed: (host) => scopes.get(host)?.state === 'allowed',

    ask(host, facts) {
      if (scopes.has(host)) return 'known'
      const pending = list().filter(({ state }) => state === 'pending').length
      if (pending >= maxPending || scopes.size >= maxScopes) return 'full'
      change('asked', { host, state: 'pending', ...facts })
      return 'new'
    },

    edit(host, facts) {
      const scope = scopes.get(host)
      if (scope === undefined) return false
      change('edited', { ...scope, ...facts })
      return true
    },

    allow(host) {
      const scope = scopes.get(host) ?? { host, state: 'pending', ...factsOfUnknown(host) }
      if (scope.state === 'allowed') return false
      change('allowed', { ...scope, state: 'allowed' })
      return true
    },

    remove(host) {
      const scope = scopes.get(host)
      if (scope === undefined) return false
      change('removed', scope)
      return true
    },

    onChange: (listener) => void listeners.push(listener),
  }
}
