import { logout } from '@pennant/contract/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { sessionQuery } from '../../api/queries/session.ts'

/** What everybody may see. */
const open = new Set<unknown>(['session', 'config', 'captcha', 'posts', 'games', 'setup'])

export const useLogout = () => {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await api.call(logout)
      } catch (error) {
        // The session had ended already: that is what was wanted.
        if (!(error instanceof ApiProblem && error.status === 401)) throw error
      }
      const { queryKey } = sessionQuery(api)
      // What is still on its way tells of before.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, null)
      // Nothing of theirs stays behind for the next one at this browser.
      queries.removeQueries({ predicate: ({ queryKey: [noun] }) => !open.has(noun) })
    },
  })
}

/** Whom the server refuses as banned is logged out, and told so by whoever listens. */
export const useLeaveWhenBanned = (onBanned: () => void): void => {
  const { error } = useQuery(sessionQuery(useApi()))
  const { mutate } = useLogout()
  const banned = error instanceof ApiProblem && error.is('auth.banned')
  // The question may be asked, and refused, once more before the answer to the log-out is there.
  const underWay = useRef(false)
  useEffect(() => {
    if (!banned || underWay.current) return
    underWay.current = true
    mutate(undefined, {
      onSuccess: onBanned,
      onSettled() {
        underWay.current = false
      },
    })
  }, [banned, mutate, onBanned])
}
