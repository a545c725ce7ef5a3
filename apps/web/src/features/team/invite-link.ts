/** A link that opens the question whether to join. The code stays out of logs: it is behind the hash. */
export const inviteLink = (origin: string, code: string): string =>
  `${origin}/teams#invite=${encodeURIComponent(code)}`

/** The code that such a link carries; null when it carries none. */
export const codeIn = (hash: string): string | null => {
  const found = /^#invite=(.+)$/.exec(hash)?.[1]
  if (found === undefined) return null
  try {
    return decodeURIComponent(found)
  } catch {
    return null
  }
}

/** The name of the team that a code is for; null when it is no code. */
export const teamOf = (code: string): string | null => /^(.+):\d+:[0-9a-f]{32}$/.exec(code)?.[1] ?? null

/** The team that a path invites to; null when it invites to none. */
export const teamInvitingTo = (path: string): string | null => {
  const hash = path.indexOf('#')
  const code = hash === -1 ? null : codeIn(path.slice(hash))
  return code === null ? null : teamOf(code)
}

/** What people paste may be the code or the whole link. */
export const codeFrom = (text: string): string => {
  const trimmed = text.trim()
  const at = trimmed.indexOf('#invite=')
  return at === -1 ? trimmed : (codeIn(trimmed.slice(at)) ?? trimmed)
}
