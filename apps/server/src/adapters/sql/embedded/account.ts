import { readFile } from 'node:fs/promises'
import { StartFault } from '../../../kit/start-fault.ts'

export type Account = { name: string; uid: number; gid: number }

const CANDIDATES = ['pennant', 'postgres', 'nobody']

export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/** PostgreSQL refuses to run as root. Owners of existing files come first, so that these stay readable. */
export function chooseAccount(passwd: string, owners: readonly number[]): Account | null {
  const accounts = parsePasswd(passwd).filter((account) => account.uid !== 0)
  for (const uid of owners) {
    const owner = accounts.find((account) => account.uid === uid)
    if (owner !== undefined) return owner
  }
  for (const name of CANDIDATES) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account !== undefined) return account
  }
  return null
}

export function parsePasswd(text: string): Account[] {
  const accounts: Account[] = []
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (!name || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) continue
    accounts.push({ name, uid: Number(uid), gid: Number(gid) })
  }
  return accounts
}

export async function readAccount(owners: readonly number[]): Promise<Account> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const account = chooseAccount(passwd, owners)
  if (account !== null) return account
  throw new StartFault(
    `The embedded database doesn't run as root, and this system has no account "pennant", "postgres", or "nobody" to run it under: add one, start the server as an ordinary user, or set DATABASE_URL.`,
  )
}
