import type { Permissions } from '../control/permissions.ts'

type Decision = { readonly name: 'allow' | 'revoke'; readonly host: string }

export const decide = async (
  { name, host }: Decision,
  permissions: Permissions,
  say: (text: string) => void,
): Promise<number> => {
  if (name === 'allow') {
    const outcome = await permissions.allow(host)
    say(outcome === 'allowed' ? `${host} is allowed.` : `${host} is already allowed.`)
    return 0
  }
  const outcome = await permissions.revoke(host)
  say(
    outcome === 'revoked'
      ? `${host} is no longer allowed.`
      : `${host} has never asked and was never allowed.`,
  )
  return outcome === 'revoked' ? 0 : 1
}
