import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { ChallengeHead } from '../components/challenge-head.tsx'
import { draftOf } from '../draft.ts'
import { lacksWith } from '../lacks.ts'
import { type ChallengeRef, challengeToEditQuery } from '../queries.ts'
import { useChallengeEditing } from '../use-challenge-editing.ts'

export const ChallengeChangesPage = ({ renderList }: { renderList: (of: ChallengeRef) => ReactNode }) => {
  const challengeRef: ChallengeRef = useOutletContext()
  const { t } = useTranslation('play')
  const query = useQuery(challengeToEditQuery(useApi(), challengeRef))
  const editing = useChallengeEditing(challengeRef.game)
  return (
    <Loaded query={query} failed={t('challenge.failed')}>
      {({ data: challenge }) => (
        <Stack gap="l">
          <ChallengeHead
            challengeRef={challengeRef}
            challenge={challenge}
            lacks={lacksWith(challenge, draftOf(challenge))}
            editing={editing}
            part="/changes"
          />
          {renderList(challengeRef)}
        </Stack>
      )}
    </Loaded>
  )
}
