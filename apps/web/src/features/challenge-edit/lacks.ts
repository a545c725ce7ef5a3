import type { ChallengeEditDetail, ChallengeLack } from '@pennant/contract/challenge'
import { lacksOf } from '@pennant/rules/challenge/lacks'
import type { ChallengeDraft } from './draft.ts'

export const lacksWith = (
  { type, flags }: ChallengeEditDetail,
  draft: Pick<ChallengeDraft, 'content' | 'originalScore' | 'containerImage' | 'exposePort'>,
): ChallengeLack[] =>
  lacksOf({
    type,
    hasText: draft.content.trim() !== '',
    originalScore: draft.originalScore,
    containerImage: draft.containerImage,
    exposePort: draft.exposePort,
    flags: flags.length,
    bareFlags: flags.filter(({ attachment }) => attachment === null).length,
  })
