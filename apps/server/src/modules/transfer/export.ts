import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fileTitle } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { PackageFormat } from '@pennant/contract/transfer'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { download, type Reply } from '../../http/reply.ts'
import { packZip, type ZipContent } from '../../kit/zip/writer.ts'
import { compatibleChallenge, compatibleGame } from './compatible.ts'
import { partsOf } from './parts.ts'
import { presentChallenge } from './present-challenge.ts'
import { presentGame, presentManifest } from './present-game.ts'
import { createExportStore, type Snapshot } from './store-export.ts'

type Sound = { hash: string; size: number }

type Contents = { poster: Sound | null; sound: readonly Sound[]; format: PackageFormat; now: Date }

const examinedAtOnce = 8

export const createExport = ({
  audit,
  clock,
  files,
  journal,
  db,
}: Pick<Core, 'audit' | 'clock' | 'db' | 'files' | 'journal'>) => {
  const store = createExportStore(db)

  // Read through before anything is sent: afterward there is no way to report a fault.
  const examine = async (hash: string): Promise<Sound | null> => {
    const stream = await files.open(hash)
    if (stream === null) return null
    const digest = createHash('sha256')
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      digest.update(chunk)
      size += chunk.length
    }
    return digest.digest('hex') === hash ? { hash, size } : null
  }

  const open = async (hash: string): Promise<Readable> => {
    const stream = await files.open(hash)
    if (stream === null) throw new Error(`the file ${hash} has been deleted during an export`)
    return stream
  }

  const posterOf = async ({ game }: Snapshot): Promise<Sound | null> => {
    if (game.poster_hash === null) return null
    const poster = await examine(game.poster_hash)
    if (poster === null)
      journal.write({
        level: 'Warning',
        message: `The poster of game ${game.title} (${game.id}) is not exported: its file is missing or damaged`,
        name: 'System',
      })
    return poster
  }

  const filesOf = async (snapshot: Snapshot, poster: Sound | null): Promise<Sound[]> => {
    const owners = new Map<string, number>()
    for (const { file_hash: hash, challenge_id: challengeId } of snapshot.attachments)
      if (hash !== null && hash !== poster?.hash) owners.set(hash, challengeId)
    const wanted = [...owners]
    const sound = poster === null ? [] : [poster]
    for (let first = 0; first < wanted.length; first += examinedAtOnce) {
      const some = wanted.slice(first, first + examinedAtOnce)
      const examined = await Promise.all(
        some.map(async ([hash, challengeId]) => (await examine(hash)) ?? lost(snapshot, challengeId)),
      )
      sound.push(...examined)
    }
    return sound
  }

  const contentsOf = function* (
    snapshot: Snapshot,
    { poster, sound, format, now }: Contents,
  ): Generator<ZipContent> {
    // Written when its turn comes, so that texts are not in memory twice.
    const json = (path: string, document: () => object): ZipContent => ({
      path,
      text: () => JSON.stringify(document(), null, 2),
    })
    yield json('manifest.json', () => presentManifest(snapshot, { files: sound, format, now }))
    const isCompatible = format === 'GZCTF-GAME'
    yield json('game.json', () => {
      const game = presentGame(snapshot, { posterHash: poster?.hash ?? null })
      return isCompatible ? compatibleGame(game) : game
    })
    yield { path: 'challenges/' }
    const parts = partsOf(snapshot)
    for (const challenge of snapshot.challenges)
      yield json(`challenges/challenge-${challenge.id}.json`, () => {
        const document = presentChallenge(challenge, parts.of(challenge.id))
        return isCompatible ? compatibleChallenge(document) : document
      })
    for (const { hash, size } of sound) yield { path: `files/${hash}`, size, open: () => open(hash) }
  }

  return async (id: number, format: PackageFormat, caller: Caller): Promise<Reply> => {
    const snapshot = await store.read(id)
    if (snapshot === undefined) throw new Problem('game.notFound')
    const poster = await posterOf(snapshot)
    const sound = await filesOf(snapshot, poster)
    const now = new Date(clock.now())
    const { title } = snapshot.game
    await audit.alone(caller, 'transfer.export', { game: id, id, name: title })
    journal.done(caller, `Game ${title} (${id}) exported`)
    return download({
      type: 'application/zip',
      attachment: `${fileTitle(title)}-export-${stampOf(now)}.zip`,
      open: async () => packZip(contentsOf(snapshot, { poster, sound, format, now }), now),
    })
  }
}

const lost = ({ challenges }: Snapshot, challengeId: number): never => {
  const { title = '' } = challenges.find(({ id }) => id === challengeId) ?? {}
  throw new Problem('transfer.fileLost', { title })
}

/** `20261121-101530`. */
const stampOf = (at: Date): string => at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
