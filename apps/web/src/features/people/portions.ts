import type { UserCreate } from '@pennant/contract/user'

export type Portion = { users: UserCreate[]; indexes: number[] }

const usualSize = 25

/** Members of a team stay together: the server makes a team for each request that names one. */
export const portionsOf = (users: readonly UserCreate[], size = usualSize): Portion[] => {
  const groups = new Map<string, number[]>()
  for (const [index, { teamName }] of users.entries()) {
    const team = teamName?.trim() ?? ''
    const key = team === '' ? `alone ${index}` : `team ${team}`
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  const portions: Portion[] = []
  let open: Portion = { users: [], indexes: [] }
  for (const indexes of groups.values()) {
    if (open.indexes.length > 0 && open.indexes.length + indexes.length > size) {
      portions.push(open)
      open = { users: [], indexes: [] }
    }
    for (const index of indexes) {
      const user = users[index]
      if (user === undefined) continue
      open.users.push(user)
      open.indexes.push(index)
    }
  }
  return open.indexes.length === 0 ? portions : [...portions, open]
}

type Sending = {
  send: (portion: Portion, key: string) => Promise<void>
  onDone: (portion: Portion) => void
  isStopped: () => boolean
  keyOf: (portion: Portion) => string
}

export const sendPortions = async (
  portions: readonly Portion[],
  { send, onDone, isStopped, keyOf }: Sending,
): Promise<void> => {
  for (const portion of portions) {
    if (isStopped()) return
    await send(portion, keyOf(portion))
    onDone(portion)
  }
}

/** The same users get the same key: the server creates nobody twice under one key. */
export const createPortionKeys = (makeKey: () => string): ((portion: Portion) => string) => {
  const keys = new Map<string, string>()
  return ({ users }) => {
    const content = JSON.stringify(users)
    const key = keys.get(content) ?? makeKey()
    keys.set(content, key)
    return key
  }
}
