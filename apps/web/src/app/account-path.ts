import { returnPath } from '../kit/return-path.ts'
import { codeIn, teamOf } from '../features/team/invite-link.ts'

const withFrom = (path: string, from: string): string =>
  from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`

/** Whoever follows an invitation is told so on the way through the account pages. */
const teamInvitingTo = (destination: string): string | null => {
  const hash = destination.indexOf('#')
  const code = hash === -1 ? null : codeIn(destination.slice(hash))
  return code === null ? null : teamOf(code)
}

/** The ways between the account pages, each of which keeps where the visitor was on the way to. */
export const accountPaths = (search: URLSearchParams) => {
  const destination = returnPath(search.get('from'), window.location.origin)
  return {
    destination,
    invitedTo: teamInvitingTo(destination),
    login: withFrom('/account/login', destination),
    register: withFrom('/account/register', destination),
    recovery: withFrom('/account/recovery', destination),
  }
}
