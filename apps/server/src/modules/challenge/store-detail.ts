import type { Db } from '../../ports/database.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { needsFlags } from '@pennant/rules/challenge/container'
import { createAttachmentStore, type StoredAttachment } from './store-attachment.ts'
import { createChallengeEditStore, type TestContainer } from './store-edit.ts'
import { createFlagStore, type ListedFlag } from './store-flag.ts'

export type ChallengeDetail = {
  challenge: ChallengeRow
  flags: ListedFlag[]
  attachments: StoredAttachment[]
  testContainer: TestContainer | undefined
}

export const createChallengeDetailStore = (db: Db) => {
  const challenges = createChallengeEditStore(db)
  const flags = createFlagStore(db)
  const attachments = createAttachmentStore(db)

  const of = async (challenge: ChallengeRow): Promise<ChallengeDetail> => ({
    challenge,
    flags: needsFlags(challenge.type) ? await flags.list(challenge.id) : [],
    attachments: await attachments.ofChallenge(challenge.id),
    testContainer: await challenges.testContainer(challenge.id),
  })

  return {
    of,
    async find(gameId: number, id: number): Promise<ChallengeDetail | undefined> {
      const challenge = await challenges.find(gameId, id)
      return challenge === undefined ? undefined : of(challenge)
    },
  }
}
