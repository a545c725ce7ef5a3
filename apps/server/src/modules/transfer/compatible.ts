import type {
  AttachmentDocument,
  ChallengeDocument,
  ContainerDocument,
  GameDocument,
} from '@pennant/contract/package'
import { timeText } from './json.ts'

// Values that the compatible platform's importer takes, in place of those it refuses. The exact values stand
// beside, under `exact`: this server's reader prefers them, and others ignore them.

const mostInt = 2_147_483_647
const second = 1_000

const fitted = <D extends object>(document: D, changes: Partial<D>): D & { exact?: Partial<D> } => {
  const names = Object.keys(changes) as (keyof D)[]
  if (names.length === 0) return document
  const exact: Partial<D> = {}
  for (const name of names) exact[name] = document[name]
  return { ...document, ...changes, exact }
}

export const compatibleGame = (game: GameDocument): GameDocument => {
  const [start, end] = [Date.parse(game.startTime), Date.parse(game.endTime)]
  const newEnd = end > start ? end : start + second
  const { required, deadline } = game.writeup
  return fitted(game, {
    ...codeOf(game),
    ...(game.containerCountLimit >= 1 ? {} : { containerCountLimit: mostInt }),
    ...(newEnd === end ? {} : { endTime: timeText(new Date(newEnd)) }),
    ...(!required || deadline === null || Date.parse(deadline) > newEnd
      ? {}
      : { writeup: { ...game.writeup, deadline: timeText(new Date(newEnd + second)) } }),
    ...(game.divisions.every(({ inviteCode }) => isCode(inviteCode))
      ? {}
      : { divisions: game.divisions.map((division) => ({ ...division, ...codeOf(division) })) }),
  })
}

export const compatibleChallenge = (challenge: ChallengeDocument): ChallengeDocument => {
  const { scoring, attachment, container, flags } = challenge
  return fitted(challenge, {
    ...(scoring.original >= 1 ? {} : { scoring: { ...scoring, original: 1 } }),
    ...(isAttachment(attachment) ? {} : { attachment: null }),
    ...(container === null ? {} : containerOf(container)),
    ...(flags.static.every((flag) => isAttachment(flag.attachment))
      ? {}
      : {
          flags: {
            ...flags,
            static: flags.static.map((flag) =>
              isAttachment(flag.attachment) ? flag : { ...flag, attachment: null },
            ),
          },
        }),
  })
}

// An image has to be named before the challenge can be enabled, there as here.
const noImage = 'unset'
const usualStorage = 256

const containerOf = (container: ContainerDocument): { container?: ContainerDocument } => {
  const image = container.image.trim() === '' ? noImage : container.image
  const storageLimit = container.storageLimit >= 1 ? container.storageLimit : usualStorage
  return image === container.image && storageLimit === container.storageLimit
    ? {}
    : { container: { ...container, image, storageLimit } }
}

// No other attachment can express a path on this site or a magnet link, so it is left out there.
const isAttachment = (attachment: AttachmentDocument | null): boolean =>
  attachment?.type !== 'Remote' || /^(?:https?|ftp):\/\//i.test(attachment.remoteUrl ?? '')

const foreignSigns = /[^\w-]/g
const isCode = (code: string | null): boolean => code === null || code.search(foreignSigns) < 0

// Never without a code: that would let everyone in.
const codeOf = ({ inviteCode }: { inviteCode: string | null }): { inviteCode?: string } =>
  inviteCode === null || isCode(inviteCode) ? {} : { inviteCode: inviteCode.replaceAll(foreignSigns, '_') }
