import type { ChallengeLack } from '@pennant/contract/challenge'
import type { ChallengeType } from '@pennant/contract/enums'
import { needsFlags, runsContainers } from './kind.ts'

export type ChallengeParts = {
  type: ChallengeType
  content: string
  originalScore: number
  containerImage: string | null
  exposePort: number | null
  /** How many flags are listed. */
  flags: number
  /** How many of them have no attachment of their own. */
  bareFlags: number
}

/**
 * Why a challenge cannot be played as it is, in the order of the wire. A static challenge may do without an
 * attachment; one whose attachments differ from team to team may not.
 */
export const lacksOf = (challenge: ChallengeParts): ChallengeLack[] => {
  const { type, flags } = challenge
  const inContainer = runsContainers(type)
  const lacks: Record<ChallengeLack, boolean> = {
    Flag: needsFlags(type) && flags === 0,
    Image: inContainer && isBlank(challenge.containerImage),
    Port: inContainer && challenge.exposePort === null,
    Attachment: type === 'DynamicAttachment' && challenge.bareFlags > 0,
    Score: challenge.originalScore <= 0,
    Text: isBlank(challenge.content),
  }
  return order.filter((lack) => lacks[lack])
}

const order: readonly ChallengeLack[] = ['Flag', 'Image', 'Port', 'Attachment', 'Score', 'Text']

const isBlank = (text: string | null): boolean => text === null || text.trim() === ''
