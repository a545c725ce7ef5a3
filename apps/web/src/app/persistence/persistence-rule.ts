import type { QueryKey } from '@tanstack/react-query'

export type PersistenceRule = {
  owned: boolean
  /** Too large to be read before the first paint. */
  large: boolean
}

const open: PersistenceRule = { owned: false, large: false }
const owned: PersistenceRule = { owned: true, large: false }

/** Answers not named here are never stored. */
export const persistenceRuleOf = (key: QueryKey): PersistenceRule | null => {
  const [noun, which, part] = key
  switch (noun) {
    case 'config':
      return open
    case 'session':
      return owned
    case 'posts':
      return open
    case 'games':
    case 'mine':
      return owned
    case 'teams':
      return which === 'own' ? owned : null
    case 'game':
      if (key.length > 3) return null
      if (part === undefined || part === 'details' || part === 'notices') return owned
      return part === 'scoreboard' ? { owned: true, large: true } : null
    default:
      return null
  }
}

/** Team tokens let others act as the team. */
export const withoutSecrets = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'teamToken' in data ? { ...data, teamToken: '' } : data

/** Null: logged-out visitor. */
export const ownerOf = (session: unknown): string | null =>
  typeof session === 'object' && session !== null && 'userId' in session ? String(session.userId) : null

const weekMs = 7 * 24 * 3_600_000

export const weekOf = (at: number): number => Math.floor(at / weekMs)

/** Another build may read an answer differently. */
export const isFit = ({ week, build }: { week: number; build: string }, now: number, ours: string): boolean =>
  build === ours && week <= weekOf(now) && week >= weekOf(now) - 1
