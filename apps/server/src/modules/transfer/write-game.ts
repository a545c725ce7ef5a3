import type { GameKeys } from '../../core/game/keys.ts'
import type { Db } from '../../ports/database.ts'
import type { PackedFile } from './archive.ts'
import type { PackedAttachment, PackedChallenge } from './packed.ts'
import type { Package } from './read-package.ts'
import { createImportStore, type ImportStore, type NewAttachment } from './store-import.ts'

type ImportContext = {
  keys: GameKeys
  files: ReadonlyMap<string, Pick<PackedFile, 'size'>>
  now: Date
}

export const writeGame = async (
  db: Db,
  { game, challenges }: Pick<Package, 'game' | 'challenges'>,
  { keys, files, now }: ImportContext,
): Promise<number> => {
  const tx = createImportStore(db)
  const gameId = await tx.game({ ...game.settings, ...keys, poster_hash: game.posterHash })
  const ids = new Map<number, number>()
  for (const challenge of challenges)
    ids.set(challenge.id, await writeChallenge(tx, challenge, { gameId, files, now }))
  for (const { name, inviteCode, defaultPermissions, configs } of game.divisions) {
    const permissions = [...configs].flatMap(([packed, mask]) => {
      const id = ids.get(packed)
      return id === undefined ? [] : [[id, mask] as const]
    })
    const values = { name, invite_code: inviteCode, default_permissions: defaultPermissions }
    await tx.division(gameId, values, permissions)
  }
  return gameId
}

const writeChallenge = async (
  tx: ImportStore,
  { values: { enable_at: enableAt, ...values }, attachment, flags }: PackedChallenge,
  { gameId, files, now }: Pick<ImportContext, 'files' | 'now'> & { gameId: number },
): Promise<number> => {
  const challengeId = await tx.challenge({
    game_id: gameId,
    ...values,
    // A plan from the past must not run the moment the game exists.
    enable_at: enableAt != null && enableAt > now ? enableAt : null,
  })
  const flagIds = await tx.flags(
    challengeId,
    flags.map(({ flag }) => flag),
  )
  const row = (of: PackedAttachment | null, flagId: number | null): NewAttachment[] =>
    of === null ? [] : [{ challenge_id: challengeId, flag_id: flagId, ...attached(of, files) }]
  await tx.attachments([
    ...row(attachment, null),
    ...flagIds.flatMap((flagId, at) => row(flags[at]?.attachment ?? null, flagId)),
  ])
  return challengeId
}

const attached = (
  attachment: PackedAttachment,
  files: ImportContext['files'],
): Pick<NewAttachment, 'type' | 'file_hash' | 'file_name' | 'file_size' | 'remote_url'> => {
  const { type, name } = attachment
  if (type === 'Remote') return { type, file_name: name, remote_url: attachment.url }
  return {
    type,
    file_hash: attachment.hash,
    file_name: name,
    file_size: files.get(attachment.hash)?.size ?? null,
  }
}
