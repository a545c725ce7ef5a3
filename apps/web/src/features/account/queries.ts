import { logout } from '@pennant/contract/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { sessionQuery } from '../../api/queries/session.ts'

const publicNouns = new Set<unknown>(['session', 'config', 'captcha', 'posts', 'games', 'setup'])

export const useLogout = () => {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    /** `leave` runs before the pages learn that nobody is logged in. */
    mutationFn: async (leave?: () => unknown) => {
      try {
        await api.call(logout)
      } catch (error) {
        // The session had already ended.
        if (!(error instanceof ApiProblem && error.status === 401)) throw error
      }
      await leave?.()
      const { queryKey } = sessionQuery(api)
      // Answers under way predate the logout.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, null)
      // Nothing of the user stays for the next one at this browser.
      queries.removeQueries({ predicate: ({ queryKey: [noun] }) => !publicNouns.has(noun) })
    },
  })
}

export const useLeaveWhenBanned = (leave: () => unknown): void => {
  const { error } = useQuery(sessionQuery(useApi()))
  const { mutate } = useLogout()
  const banned = error instanceof ApiProblem && error.is('auth.banned')
  // The refusal may come again before the logout is answered.
  const underWay = useRef(false)
  useEffect(() => {
    if (!banned || underWay.current) return
    underWay.current = true
    mutate(leave, {
      onSettled() {
        underWay.current = false
      },
    })
  }, [banned, mutate, leave])
}
