import type { ChallengeLack } from '@pennant/contract/challenge'
import type { ChallengeType } from '@pennant/contract/enums'
import { needsFlags, runsContainers } from './container.ts'

export type ChallengeParts = {
  type: ChallengeType
  hasText: boolean
  originalScore: number
  containerImage: string | null
  exposePort: number | null
  flags: number
  bareFlags: number
}

/** In the order of the wire. A static challenge needs no attachment; one with an attachment per team does. */
export const lacksOf = (challenge: ChallengeParts): ChallengeLack[] => {
  const { type, flags } = challenge
  const inContainer = runsContainers(type)
  const lacks: Record<ChallengeLack, boolean> = {
    Flag: needsFlags(type) && flags === 0,
    Image: inContainer && isBlank(challenge.containerImage),
    Port: inContainer && challenge.exposePort === null,
    Attachment: type === 'DynamicAttachment' && challenge.bareFlags > 0,
    Score: challenge.originalScore <= 0,
    Text: !challenge.hasText,
  }
  return order.filter((lack) => lacks[lack])
}

const order: readonly ChallengeLack[] = ['Flag', 'Image', 'Port', 'Attachment', 'Score', 'Text']

const isBlank = (text: string | null): boolean => text === null || text.trim() === ''
