import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../../api/context.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { fetchProfile, useProfile } from '../../api/queries/session.ts'
import { useLogout } from '../../features/account/queries.ts'
import { loginPath } from '../../kit/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast-store.ts'

const toastId = 'session-ended'
const unauthorized = 401

/** Sessions also end in other tabs, by administrators, or by age. The page and what was typed stay. */
export const useSessionEnd = (): ((problem: ApiProblem) => void) => {
  const { t } = useTranslation()
  const api = useApi()
  const toasts = useToasts()
  const somebody = useProfile()?.userId ?? null
  const hear = useRef<(problem: ApiProblem) => void>(() => undefined)

  useEffect(() => {
    if (somebody === null) return undefined
    const life = new AbortController()
    let asked = false
    const listen = async ({ status }: ApiProblem): Promise<void> => {
      if (asked || status !== unauthorized) return
      asked = true
      const present = await fetchProfile(api, life.signal).catch(() => undefined)
      if (life.signal.aborted) return
      asked = present === null
      if (asked)
        toasts.show({
          id: toastId,
          tone: 'caution',
          title: t('session.ended'),
          text: t('session.endedText'),
          action: <LogIn />,
          closesAfterMs: null,
        })
    }
    hear.current = (problem) => void listen(problem)
    return () => {
      life.abort()
      hear.current = () => undefined
      toasts.close(toastId)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another language is no other session
  }, [api, toasts, somebody])
  return useCallback((problem) => hear.current(problem), [])
}

const LogIn = () => {
  const { t } = useTranslation()
  const location = useLocation()
  const navigate = useNavigate()
  const { mutateAsync: logOut, isPending } = useLogout()
  const leave = async (): Promise<void> => {
    // Otherwise other tabs stay logged in.
    await logOut().catch(() => undefined)
    await navigate(loginPath(location))
  }
  return (
    <Button size="small" pending={isPending} onClick={() => void leave()}>
      {t('account.logIn')}
    </Button>
  )
}
