import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '../../../api/context.ts'
import { attemptsQuery } from '../attempts.ts'
import type { ChallengeRef } from '../queries.ts'
import classes from './challenge-panel.module.css'

const AttemptList = lazy(async () => ({ default: (await import('./attempt-list.tsx')).AttemptList }))

export const Attempts = ({ challengeRef }: { challengeRef: ChallengeRef }) => {
  const { data } = useQuery(attemptsQuery(useApi(), challengeRef))
  return (
    <div className={classes.attempts}>
      {data !== undefined && data.length > 0 && (
        <Suspense>
          <AttemptList attempts={data} />
        </Suspense>
      )}
    </div>
  )
}
