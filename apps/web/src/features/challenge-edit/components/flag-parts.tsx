import type { ChallengeEditDetail, FlagCreate } from '@pennant/contract/challenge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { useApi } from '../../../api/context.ts'
import type { Versioned } from '../../../api/versioned.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { AttachmentSection } from '../components/attachment-section.tsx'
import { ChallengeHead } from '../components/challenge-head.tsx'
import { FlagFilesSection } from '../components/flag-files-section.tsx'
import { FlagLinesSection } from '../components/flag-lines-section.tsx'
import { FlagListSection } from '../components/flag-list-section.tsx'
import { TeamCount } from '../components/team-count.tsx'
import { TemplateSection } from '../components/template-section.tsx'
import { draftOf } from '../draft.ts'
import { lacksWith } from '../lacks.ts'
import { type ChallengeRef, challengeToEditQuery } from '../queries.ts'
import { useChallengeEditing } from '../use-challenge-editing.ts'

export const FlagsPage = () => {
  const challengeRef: ChallengeRef = useOutletContext()
  const { t } = useTranslation('play')
  const query = useQuery(challengeToEditQuery(useApi(), challengeRef))
  return (
    <Loaded query={query} failed={t('challenge.failed')}>
      {(challenge) => <Flags challengeRef={challengeRef} loaded={challenge} />}
    </Loaded>
  )
}

const usualName = 'attachment'

const Flags = ({
  challengeRef,
  loaded,
}: {
  challengeRef: ChallengeRef
  loaded: Versioned<ChallengeEditDetail>
}) => {
  const api = useApi()
  const queries = useQueryClient()
  const editing = useChallengeEditing(challengeRef.game)
  const { data: challenge, version } = loaded
  const { type, flags, attachment, fileName, isEnabled } = challenge
  const known = flags.map(({ flag }) => flag)
  const add = (some: FlagCreate[]): Promise<void> => editing.addFlags(challengeRef.challenge, some)

  return (
    <Stack gap="l">
      <ChallengeHead
        challengeRef={challengeRef}
        challenge={challenge}
        lacks={lacksWith(challenge, draftOf(challenge))}
        editing={editing}
        part="/flags"
      />
      {type === 'DynamicContainer' ? (
        <TemplateSection
          name={`flags ${challengeRef.game} ${challengeRef.challenge}`}
          saved={{ template: challenge.flagTemplate ?? '', version }}
          onSave={async (template, over) =>
            savedOf(await editing.save(challengeRef.challenge, { flagTemplate: template }, over))
          }
          onRead={async () =>
            savedOf(await queries.query({ ...challengeToEditQuery(api, challengeRef), staleTime: 0 }))
          }
        />
      ) : (
        <>
          {type === 'DynamicAttachment' ? (
            <>
              <TeamCount game={challengeRef.game} flags={flags.length} />
              <FlagFilesSection known={known} fileName={fileName ?? usualName} onAdd={add} />
              <FlagLinesSection linked known={known} onAdd={add} />
            </>
          ) : (
            <FlagLinesSection linked={false} known={known} onAdd={add} />
          )}
          <FlagListSection
            flags={flags}
            attached={type === 'DynamicAttachment'}
            enabled={isEnabled}
            onRemove={({ id }) => editing.removeFlag(challengeRef.challenge, id)}
            onDone={() => editing.refresh(challengeRef.challenge)}
          />
        </>
      )}
      {type !== 'DynamicAttachment' && (
        <AttachmentSection
          game={challengeRef.game}
          enabled={isEnabled}
          attachment={attachment}
          onAttach={(body) => editing.attach(challengeRef.challenge, body)}
        />
      )}
    </Stack>
  )
}

const savedOf = ({ data, version }: Versioned<ChallengeEditDetail>) => ({
  template: data.flagTemplate ?? '',
  version,
})
