import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import classes from './captcha.module.css'
import { fetchTask } from './queries.ts'
import { solve } from './solve.ts'
import type { Captcha } from './captcha.ts'
import { expectedTries } from './work.ts'

type State = { kind: 'working'; share: number } | { kind: 'done' } | { kind: 'failed' }

/** A task is good for five minutes; a new one is fetched a little earlier. */
const freshMs = 4 * 60_000

export const useProofOfWork = (wanted: boolean): Captcha => {
  const { t } = useTranslation('account')
  const api = useApi()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<State>({ kind: 'working', share: 0 })
  const answer = useRef<Promise<string> | null>(null)

  useEffect(() => {
    if (!wanted) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    const work = async (): Promise<string> => {
      const task = await fetchTask(api, signal)
      const expected = expectedTries(task.difficulty)
      const found = await solve(
        task,
        (tries) => setState({ kind: 'working', share: 1 - Math.exp(-tries / expected) }),
        signal,
      )
      setState({ kind: 'done' })
      return found
    }
    setState({ kind: 'working', share: 0 })
    answer.current = work()
    answer.current.catch(() => {
      if (!signal.aborted) setState({ kind: 'failed' })
    })
    const renew = (): void => {
      if (document.visibilityState === 'visible') setRound((now) => now + 1)
      else document.addEventListener('visibilitychange', renew, { once: true, signal })
    }
    const stale = setTimeout(renew, freshMs)
    return () => {
      clearTimeout(stale)
      stopping.abort()
    }
  }, [api, wanted, round])

  const again = (): void => setRound((now) => now + 1)
  return {
    answer: () => answer.current ?? Promise.reject(new Error('the work has not begun')),
    again,
    field:
      state.kind === 'failed' ? (
        <Callout tone="danger" title={t('captcha.failed')} alert>
          <Button size="small" onClick={again}>
            {t('common.retry')}
          </Button>
        </Callout>
      ) : (
        <div className={classes.work}>
          <span className={classes.words}>
            <Icon name={state.kind === 'done' ? 'check' : 'gear'} />
            <Announced text={state.kind === 'done' ? t('captcha.done') : t('captcha.working')} />
          </span>
          <ProgressBar thin label={t('captcha.label')} share={state.kind === 'done' ? 1 : state.share} />
        </div>
      ),
  }
}
