import type { Vault } from './vault.ts'

/** What is stored of a secret; blank is none. */
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

/** Names what sets a member where the server runs; null where administrators set it. */
export type GivenBy<Member extends string> = (member: Member) => string | null

/** The members that can't be changed in the administration, each with what sets it. */
export const fixedMembers = <Member extends string>(
  members: readonly Member[],
  givenBy: GivenBy<Member>,
): { field: Member; by: string }[] =>
  members.flatMap((field) => {
    const by = givenBy(field)
    return by === null ? [] : [{ field, by }]
  })

/**
 * Members that only make sense together: as soon as one of them is given, so are all. A secret of the operator
 * never goes to a server that an administrator has named.
 */
export const givenTogether =
  <Member extends string>(together: readonly Member[], givenBy: GivenBy<Member>): GivenBy<Member> =>
  (member) =>
    together.includes(member)
      ? (givenBy(member) ?? together.map(givenBy).find((by) => by !== null) ?? null)
      : givenBy(member)
