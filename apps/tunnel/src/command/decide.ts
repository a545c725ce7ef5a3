import type { Desk } from '../control/desk.ts'

type Decision = { readonly name: 'allow' | 'revoke'; readonly host: string }

export const decide = async (
  { name, host }: Decision,
  desk: Desk,
  say: (text: string) => void,
): Promise<number> => {
  if (name === 'allow') {
    const outcome = await desk.allow(host)
    say(outcome === 'allowed' ? `${host} is allowed.` : `${host} is already allowed.`)
    return 0
  }
  const outcome = await desk.revoke(host)
  say(
    outcome === 'revoked'
      ? `${host} is no longer allowed.`
      : `${host} has never asked and was never allowed.`,
  )
  return outcome === 'revoked' ? 0 : 1
}
