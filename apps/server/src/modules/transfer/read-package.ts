import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { withTakenTitle } from '@pennant/rules/challenge/same-title'
import type { Archive, PackedFile } from './archive.ts'
import { collectChanges, type ImportChanges } from './change.ts'
import { withExact } from './exact.ts'
import type { FileUse, PackedAttachment, PackedChallenge, PackedGame } from './packed.ts'
import { posterName } from './poster.ts'
import { reportRaisedCpu } from './raised-cpu.ts'
import { readChallenge } from './read-challenge.ts'
import { readGame } from './read-game.ts'

export type Package = {
  game: PackedGame
  /** In the order of their ids in the package. */
  challenges: PackedChallenge[]
  uses: FileUse[]
  changes: ImportChanges
}

const gameEntry = 'game.json'

export const readPackage = async (archive: Archive, { leastCpu }: { leastCpu: number }): Promise<Package> => {
  const changes = collectChanges()
  const at = { entry: gameEntry, path: '', changes }
  const game = readGame(withExact(await archive.game()), at, { foreign: archive.foreign })
  if (archive.challenges.length > limits.challengesPerGame)
    throw new Problem('validation.tooMany', { field: 'challenges/', max: limits.challengesPerGame })
  const challenges = new Map<number, PackedChallenge>()
  for (const { entry, read } of archive.challenges) {
    const challenge = readChallenge(withExact(await read()), { entry, path: '', changes })
    reportRaisedCpu(challenge, leastCpu, changes)
    if (challenges.has(challenge.id))
      throw new Problem('transfer.entryTwice', { entry: `challenges/challenge-${challenge.id}.json` })
    challenges.set(challenge.id, challenge)
  }
  const ordered = [...challenges.values()].toSorted((a, b) => a.id - b.id)
  const titled = ordered.map((challenge) => ({ entry: challenge.entry, title: challenge.values.title }))
  for (const { entry: again } of withTakenTitle(titled))
    changes.add({ entry: again, path: 'title', code: 'import.titleTwice', params: {} })
  const uses = [...posterUse(game, archive.files), ...ordered.flatMap(usesOf)]
  for (const { hash, field } of uses)
    if (!archive.files.has(hash)) throw new Problem('transfer.fileMissing', { field, hash })
  return { game, challenges: ordered, uses, changes }
}

const posterUse = ({ posterHash }: PackedGame, files: ReadonlyMap<string, PackedFile>): FileUse[] =>
  posterHash === null
    ? []
    : [
        {
          hash: posterHash,
          name: posterName(files.get(posterHash)?.head ?? Buffer.alloc(0)),
          field: `${gameEntry}: posterHash`,
        },
      ]

const usesOf = ({ entry, attachment, flags }: PackedChallenge): FileUse[] => [
  ...useOf(attachment, `${entry}: attachment`),
  ...flags.flatMap((flag, at) => useOf(flag.attachment, `${entry}: flags.static[${at}].attachment`)),
]

const useOf = (attachment: PackedAttachment | null, field: string): FileUse[] =>
  attachment?.type === 'Local' ? [{ hash: attachment.hash, name: attachment.name, field }] : []
