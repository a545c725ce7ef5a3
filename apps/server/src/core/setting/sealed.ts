import type { Vault } from './vault.ts'

export const sealText = (vault: Vault, text: string): string | null =>
  text === '' ? null : vault.lock(Buffer.from(text))

/** Null: it was sealed with another key. */
export const openText = (vault: Vault, sealed: string | null): string | null => {
  if (sealed === null) return ''
  try {
    return vault.unlock(sealed).toString('utf8')
  } catch {
    return null
  }
}

/** Null: administrators set it. */
export type GivenBy<Member extends string> = (member: Member) => string | null

export const fixedMembers = <Member extends string>(
  members: readonly Member[],
  givenBy: GivenBy<Member>,
): { field: Member; by: string }[] =>
  members.flatMap((field) => {
    const by = givenBy(field)
    return by === null ? [] : [{ field, by }]
  })

// All or none, so that an operator's secret never goes to a server that an administrator has named.
export const givenTogether =
  <Member extends string>(together: readonly Member[], givenBy: GivenBy<Member>): GivenBy<Member> =>
  (member) =>
    together.includes(member)
      ? (givenBy(member) ?? together.map(givenBy).find((by) => by !== null) ?? null)
      : givenBy(member)
