import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@pennant/contract/enums'
import type { ImportReport } from '@pennant/contract/transfer'
import type { UploadedStream } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../ports/database.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { type Archive, openArchive, type PackedFile } from './archive.ts'
import { loggedReport, reportOf } from './import-report.ts'
import { readPackage, type Package } from './read-package.ts'
import { withPackage } from './receive.ts'
import { createImportStore } from './store-import.ts'
import { newGameKeys } from '../../core/game/keys.ts'
import { writeGame } from './write-game.ts'

export type ImportParts =
  | 'audit'
  | 'clock'
  | 'db'
  | 'files'
  | 'freezing'
  | 'journal'
  | 'ledger'
  | 'temporary'
  | 'translator'
  | 'vault'

type RecordImport = (db: Db, game: number, packed: Package) => Promise<void>

const storedAtOnce = 4

// Files are stored under a lease that ends with the transaction that writes the game: after a failure there
// is a whole game with its files, or neither. `leastCpu` is in tenths of a core.
export const createImport = (core: Pick<Core, ImportParts>, leastCpu: number) => {
  const store = createImportStore(core.db)

  const { audit, clock, files, freezing, journal, ledger, translator, vault } = core

  const keep = async (lease: string, archive: Archive, { uses }: Package): Promise<void> => {
    const names = new Map(uses.map(({ hash, name }) => [hash, name]))
    const wanted = [...archive.files.values()].flatMap((file) => {
      const name = names.get(file.hash)
      return name === undefined ? [] : [{ file, name }]
    })
    for (let first = 0; first < wanted.length; first += storedAtOnce) {
      const stored = await Promise.allSettled(
        wanted
          .slice(first, first + storedAtOnce)
          .map(({ file, name }) =>
            files.keepLeased(lease, { hash: file.hash, name, size: file.size }, () => bytesOf(file)),
          ),
      )
      for (const one of stored) if (one.status === 'rejected') throw one.reason
    }
  }

  const write = (lease: string, archive: Archive, packed: Package, log: RecordImport) =>
    store.atomically(async (db) => {
      const now = new Date(clock.now())
      const id = await writeGame(db, packed, { keys: newGameKeys(vault), files: archive.files, now })
      const changes = await ledger.advance(db, [id], ['setup'])
      if (packed.game.settings.freeze_at != null) await freezing.begin(db, id)
      const { files: held } = await files.settle(
        db,
        lease,
        packed.uses.map(({ hash }) => hash),
      )
      for (const { hash } of packed.uses)
        if (!held.has(hash)) throw new Error(`the file ${hash} has gone during an import`)
      await log(db, id, packed)
      return { id, changes }
    })

  const take = async (archive: Archive, log: RecordImport): Promise<{ id: number; packed: Package }> => {
    const packed = await readPackage(archive, { leastCpu })
    const lease = randomUUID()
    try {
      await keep(lease, archive, packed)
      const { id, changes } = await write(lease, archive, packed, log)
      await ledger.announce(changes)
      return { id, packed }
    } catch (error) {
      await files
        .giveUp(lease)
        .catch((cause: unknown) =>
          journal.failed("Couldn't delete the files of a failed import; the sweep will", cause),
        )
      throw error
    }
  }

  return async (
    action: 'transfer.import' | 'transfer.importWithReport',
    uploads: AsyncIterable<UploadedStream>,
    caller: Caller & { language: Language },
  ): Promise<ImportReport> => {
    const log: RecordImport = (db, game, { challenges, game: { settings } }) =>
      audit.record(db, caller, action, {
        game,
        id: game,
        name: settings.title,
        after: { title: settings.title, challenges: challenges.length, copyOf: null },
      })
    const { id, packed } = await withPackage(uploads, core.temporary, async (path) => {
      const archive = await openArchive(path)
      try {
        return await take(archive, log)
      } finally {
        archive.close()
      }
    })
    const reportIn = (tongue: Language): ImportReport =>
      reportOf(id, packed, ({ code, params }) => translator.answer(tongue, code, params))
    journal.done(
      caller,
      `Game ${packed.game.settings.title} (${id}) imported${loggedReport(reportIn('en-US'))}`,
    )
    return reportIn(caller.language)
  }
}

const bytesOf = ({ entry }: PackedFile): Readable =>
  Readable.from(
    (async function* () {
      yield* await entry.open()
    })(),
    { objectMode: false },
  )
