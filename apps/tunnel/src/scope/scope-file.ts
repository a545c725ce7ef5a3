import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Scope, isOrigin } from './scope.ts'
import { readStoredScope } from './read-scope.ts'

export type ScopeFile = {
  read(): Promise<{ scopes: Scope[]; damagedCopy: string | null }>
  write(scopes: readonly Scope[]): Promise<void>
}

const fileName = 'scopes.json'

export const createScopeFile = ({ folder, now }: { folder: string; now: () => Date }): ScopeFile => {
  const file = path.join(folder, fileName)
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      const scopes = text === null ? [] : parse(text)
      if (scopes !== null) return { scopes, damagedCopy: null }
      const damagedCopy = `${file}.damaged-${now().toISOString().replaceAll(/[:.]/g, '-')}`
      await rename(file, damagedCopy)
      return { scopes: [], damagedCopy }
    },

    // Atomic, so that a crash leaves no partial file.
    async write(scopes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const next = `${file}.${process.pid}.new`
      try {
        const handle = await open(next, 'w', 0o600)
        try {
          // The mode above applies only to a new file.
          await handle.chmod(0o600)
          await handle.writeFile(`${JSON.stringify({ scopes }, null, 2)}\n`)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(next, file)
      } catch (error) {
        await rm(next, { force: true })
        throw error
      }
    },
  }
}

/** Null when damaged: asking again is better than part of the decisions. */
const parse = (text: string): Scope[] | null => {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof stored !== 'object' || stored === null || !('scopes' in stored)) return null
  if (!Array.isArray(stored.scopes)) return null
  const scopes = new Map<string, Scope>()
  for (const entry of stored.scopes) {
    const reading = readStoredScope(entry)
    if ('fault' in reading || !isOrigin(reading.value.host)) return null
    scopes.set(reading.value.host, reading.value)
  }
  return [...scopes.values()]
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
