import type { ChallengeType } from '@pennant/contract/enums'
import { type FlagSources, generateFlag, isBlankTemplate } from './template.ts'

const isDynamic = (type: ChallengeType): boolean =>
  type === 'DynamicAttachment' || type === 'DynamicContainer'

export const testFlag = (
  challenge: { type: ChallengeType; flagTemplate: string | null },
  sources: Omit<FlagSources, 'teamHash'>,
): string | null => {
  const { type, flagTemplate } = challenge
  if (!isDynamic(type)) return null
  if (flagTemplate === null || isBlankTemplate(flagTemplate)) return 'flag{PENNANT_dynamic_flag_test}'
  return generateFlag(flagTemplate, { ...sources, teamHash: 'TestTeamHash' })
}
