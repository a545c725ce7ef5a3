import type { ChallengeDetail, InstanceEnd } from '@pennant/contract/challenge'
import { fileUrl } from '@pennant/contract/file'
import { presentAuthors } from '@pennant/rules/challenge/labels'
import { entryOf } from '@pennant/rules/instance/entry'
import type { GameChallenge } from '../../core/game/game.ts'
import type { PlayedAttachment } from '../../core/flag/store.ts'
import type { PlayFact } from './store-play.ts'

type Play = {
  challenge: GameChallenge
  content: string
  score: number
  fact: Pick<PlayFact, 'attempts' | 'container' | 'ended'>
  own: PlayedAttachment | null
}

export const presentPlay = ({ challenge, content, score, fact, own }: Play): ChallengeDetail => {
  const { container, ended } = fact
  return {
    id: challenge.id,
    title: challenge.title,
    content,
    category: challenge.category,
    type: challenge.type,
    hints: challenge.hints === null ? null : [...challenge.hints],
    score,
    limit: challenge.submissionLimit,
    attempts: fact.attempts,
    deadline: challenge.deadline,
    context: {
      closeTime: container?.stopAt ?? null,
      instanceEntry: container === null ? null : entryOf(container),
      ...fileOf(challenge, own),
      ...(ended === null ? {} : { instanceEnd: presentEnd(ended) }),
    },
    ...presentAuthors(challenge),
  }
}

const presentEnd = ({ reason, exitCode, time }: InstanceEnd): InstanceEnd => ({ reason, exitCode, time })

type PlayFile = Pick<ChallengeDetail['context'], 'url' | 'fileSize'>

// One name for the files of all teams, so that the name tells nothing.
const fileOf = (challenge: GameChallenge, own: PlayedAttachment | null): PlayFile => {
  if (challenge.type === 'DynamicAttachment') return presentFile(own, challenge.fileName)
  const { attachment } = challenge
  if (attachment === null) return presentFile(null, null)
  const { type, fileHash: hash, fileName: name, fileSize: size, remoteUrl: url } = attachment
  return presentFile({ type, hash, name, size, url }, name)
}

const unnamed = 'attachment'

const presentFile = (attachment: PlayedAttachment | null, name: string | null): PlayFile => {
  if (attachment === null || attachment.hash === null) return { url: attachment?.url ?? null, fileSize: null }
  return { url: fileUrl(attachment.hash, name ?? unnamed), fileSize: attachment.size }
}
