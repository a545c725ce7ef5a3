import type { ChallengeDetail, ChallengeEditDetail } from '@pennant/contract/challenge'
import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { labelsIn, presentAuthors, presentLabels } from '@pennant/rules/challenge/labels'
import { dynamicScore } from '@pennant/rules/scoring/dynamic-score'
import type { ChallengeDraft } from './draft.ts'

export type PreviewedChallenge = {
  detail: ChallengeDetail
  solved: number
  labels: Pick<ChallengeInfo, 'level' | 'tags'>
}

export const previewOf = (challenge: ChallengeEditDetail, draft: ChallengeDraft): PreviewedChallenge => {
  const { id, type, attachment, flags, acceptedCount } = challenge
  const file = attachment ?? (type === 'DynamicAttachment' ? flags[0]?.attachment : null)
  const hints = draft.hints.filter((hint) => hint.trim() !== '')
  return {
    solved: acceptedCount,
    labels: presentLabels({ level: draft.level, tags: labelsIn(draft.tags) }),
    detail: {
      id,
      type,
      title: draft.title,
      content: draft.content,
      category: draft.category,
      hints: hints.length === 0 ? null : hints,
      score: dynamicScore(draft, acceptedCount),
      limit: draft.submissionLimit,
      attempts: 0,
      deadline: draft.deadlineUtc,
      context: {
        closeTime: null,
        instanceEntry: null,
        url: file?.url ?? null,
        fileSize: file?.fileSize ?? null,
      },
      ...presentAuthors({ authors: labelsIn(draft.authors) }),
    },
  }
}
