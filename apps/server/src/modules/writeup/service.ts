import { fileStamp, fileTitle } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { WriteupInfoModel } from '@pennant/contract/writeup'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { download, type Reply } from '../../http/reply.ts'
import { type ArchiveEntry, tarGz } from '../../kit/tar-gz/tar-gz.ts'
import { presentWriteup } from './present.ts'
import { createWriteupStore, type StoredWriteup } from './store.ts'

export type FindGame = (id: number) => Promise<{ title: string } | undefined>

export const createWriteups = (
  { audit, files, clock, journal, db }: Pick<Core, 'audit' | 'clock' | 'db' | 'files' | 'journal'>,
  findGame: FindGame,
) => {
  const store = createWriteupStore(db)

  const mustFind = async (gameId: number): Promise<{ title: string }> => {
    const game = await findGame(gameId)
    if (game === undefined) throw new Problem('game.notFound')
    return game
  }

  // Only the log can say that a file is missing from the archive.
  const missing = ({ id, name }: StoredWriteup): void =>
    journal.write({
      level: 'Warning',
      message: `Writeup ${name} of participation ${id} is not in the archive: its file has been deleted`,
      name: 'System',
    })

  const entryOf = (writeup: StoredWriteup, path: string, size: number): ArchiveEntry => ({
    path,
    size,
    modified: writeup.at,
    async open() {
      const stream = await files.open(writeup.hash)
      if (stream === null) missing(writeup)
      return stream
    },
  })

  return {
    async list(gameId: number): Promise<WriteupInfoModel> {
      await mustFind(gameId)
      const divisions = await store.divisions(gameId)
      return {
        divisions: Object.fromEntries(divisions.map(({ id, name }) => [String(id), name])),
        writeups: (await store.ofGame(gameId)).map(presentWriteup),
      }
    },

    async archive(gameId: number, caller: Caller): Promise<Reply> {
      const game = await mustFind(gameId)
      const writeups = await store.ofGame(gameId)
      const folder = `Writeups-${fileTitle(game.title)}-${fileStamp(new Date(clock.now()))}`
      const names = new Set<string>()
      const entries = writeups.flatMap((writeup) => {
        if (writeup.size === null) {
          missing(writeup)
          return []
        }
        const last = writeup.name.split(/[/\\]/).at(-1) ?? ''
        const name = names.has(last) ? `${writeup.id}-${last}` : last
        names.add(name)
        return [entryOf(writeup, `${folder}/${name}`, writeup.size)]
      })
      const logged = { game: gameId, id: gameId, name: game.title }
      await audit.alone(caller, 'writeup.downloadAll', logged)
      return download({
        type: tarGz.type,
        attachment: `${folder}${tarGz.extension}`,
        open: async () => tarGz.pack(entries),
      })
    },
  }
}
