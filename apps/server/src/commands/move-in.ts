import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { keepSecret, readSecret } from '../adapters/data-folder/data-folder.ts'
import { assertUsable } from '../adapters/sql/assert-usable.ts'
import { connect, type DatabaseAddress } from '../adapters/sql/connect.ts'
import { hasEmbedded } from '../adapters/sql/embedded/attach.ts'
import { SourceFault } from '../adapters/sql/move-in/source.ts'
import { filling, occupied, type Target, TargetFault } from '../adapters/sql/move-in/target.ts'
import { migrateTo } from '../backup/load.ts'
import type { Config } from '../config/schema.ts'
import { createAudit } from '../core/audit/audit.ts'
import { atShell } from '../core/identity/caller.ts'
import { createSettingStore } from '../core/setting/store.ts'
import { storedSecret } from '../core/setting/stored-secret.ts'
import { createVault, type Vault } from '../core/setting/vault.ts'
import { proveBoards } from '../move-in/boards.ts'
import { carry } from '../move-in/carry.ts'
import { FileFault, type MovedFiles, moveFiles, undoable } from '../move-in/files.ts'
import { hasLosses, type Report, reportText } from '../move-in/report-text.ts'
import { surveyRest } from '../move-in/survey.ts'
import type { BlobStore } from '../ports/blob.ts'
import { openFiles, type Opened, withOpened } from './backup-places.ts'
import { openDatabase } from './database.ts'
import { type From, openFrom } from './move-in-from.ts'
import { whileNoServerRuns } from './no-server.ts'
import { readSettings } from './settings.ts'
import {
  done,
  expectConsent,
  finding,
  type Input,
  type Io,
  type Outcome,
  Refusal,
  type Verb,
} from './verb.ts'

export const moveIn: Verb = {
  words: [],
  flags: {
    from: { type: 'string' },
    files: { type: 'string' },
    settings: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  flagTexts: {
    from: 'The other platform’s database: postgres://USER@HOST:5432/NAME. Its password comes from PGPASSWORD',
    files: 'Its storage: the folder that has "uploads", or s3://bucket=NAME;region=REGION',
    settings: 'Its settings file, which has XorKey',
    'dry-run': 'Read everything and report, without writing',
  },
  summary: 'Move a whole installation of the compatible platform into an empty one',
  run: (input, io) => withOpened((opened) => run(input, io, opened).catch(plainly)),
}

/** What an operator can do something about. */
const plainly = (error: unknown): never => {
  if (error instanceof SourceFault)
    throw new Refusal(
      5,
      finding(
        'error',
        'source.unreadable',
        'source',
        `Couldn't read the database of --from, so nothing was written: ${error.message}.`,
        { remedy: 'If you loaded a dump into it, check what was said while loading.' },
      ),
    )
  if (error instanceof FileFault)
    throw new Refusal(
      1,
      finding(
        'error',
        'files.failed',
        'move-in',
        `Couldn't copy the files, so nothing was written: ${error.message}.`,
        { remedy: 'Check that this account can read all of --files, and that the storage has room.' },
      ),
    )
  if (error instanceof TargetFault)
    throw new Refusal(
      1,
      finding(
        'error',
        'row.refused',
        'move-in',
        `Pennant's database refused a row, so nothing was written: ${error.message}.`,
        { remedy: 'Correct the row in a copy of the other database, and move in from the copy.' },
      ),
    )
  throw error
}

const run = async (input: Input, io: Io, opened: Opened): Promise<Outcome> => {
  const isDry = input.flags['dry-run'] === true
  const { config, findings } = readSettings(input, io)
  const from = await openFrom(input, io, opened)
  if (!isDry) await expectFree(config, io)
  const listed = await look(from, io)
  if (isDry) return outcomeOf(listed, 'Nothing was written.', findings)

  io.say(reportText(listed))
  const [users, games] = ['AspNetUsers', 'Games'].map(
    (name) => listed.tables.find(({ table }) => table === name)?.carried ?? 0,
  )
  await expectConsent(input, io, `Move in ${users} users and ${games} games, as listed?`)
  const place = await openPlace(config, io, opened)
  const to = await openFiles(config.connectionStrings.storage, config.dataDir, opened)
  const written: Report[] = []
  await whileNoServerRuns(place.address, 'move-in', async () => {
    written.push(await write(from, { ...place, to }, io))
  })
  const [report] = written
  return outcomeOf(
    report ?? listed,
    'Everything is moved in. Everyone has to log in again, with the same password.',
    findings,
  )
}

type Place = { address: DatabaseAddress; vault: Vault }

/** Creates what a first start would: nobody has agreed to anything before. */
const openPlace = async (config: Config, io: Io, opened: Opened): Promise<Place> => {
  let key = config.secretKey
  if (config.connectionStrings.database === null) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    key ??= await readSecret(resolve(config.dataDir))
    if (key === null) {
      key = randomBytes(32).toString('base64')
      await keepSecret(resolve(config.dataDir), key)
    }
  }
  const database = await openDatabase({ ...config, secretKey: key }, io, { mayCreate: true })
  opened.push(database.close)
  await migrateTo(database.address)
  if (key === null) {
    const { db, close } = connect(database.address, { poolSize: 1, onError: () => undefined })
    try {
      key = await storedSecret(createSettingStore(db), io.clock)
    } finally {
      await close()
    }
  }
  return { address: database.address, vault: createVault(key) }
}

const refusal = (code: string, message: string, remedy: string | null = null): Refusal =>
  new Refusal(4, finding('error', code, 'move-in', message, { remedy }))

/** Before everything is read. What isn't there yet is not created. */
const expectFree = async (config: Config, io: Io): Promise<void> => {
  const { connectionStrings, dataDir } = config
  if (connectionStrings.database === null && !(await hasEmbedded(dataDir))) return
  await withOpened(async (opened) => {
    const database = await openDatabase(config, io)
    opened.push(database.close)
    const { pool, close } = connect(database.address, { poolSize: 1, onError: () => undefined })
    opened.push(close)
    await assertUsable(pool)
    await expectEmpty(database, io)
  })
}

const expectEmpty = async ({ address }: Pick<Place, 'address'>, { signal }: Io): Promise<void> => {
  const full = await occupied(address, signal)
  if (full.length > 0)
    throw refusal(
      'place.notEmpty',
      `This installation isn't empty: it has rows in ${full.join(', ')}.`,
      'Move into a new one.',
    )
}

const look = async ({ source, files, xorKey }: From, io: Io): Promise<Report> => {
  io.say('Reading everything, without writing…')
  const moved = await moveFiles(source, { from: files, to: null }, io)
  // Nothing that is locked is kept.
  const vault = createVault(randomBytes(32).toString('base64'))
  const { reports } = await carry({
    source,
    files: moved.files,
    xorKey,
    vault,
    target: null,
    now: io.clock.now(),
    say: io.say,
  })
  return { tables: [...reports, moved.report, moved.captures, ...(await surveyRest(source))], boards: [] }
}

const write = async (
  { source, files, xorKey }: From,
  { address, vault, to }: Place & { to: BlobStore },
  io: Io,
): Promise<Report> => {
  const { say, signal } = io
  // Someone may have registered since.
  await expectEmpty({ address }, io)
  const copies = undoable(to)
  let isThrough = false
  try {
    say('Copying the files…')
    const moved = await moveFiles(source, { from: files, to: copies }, io)
    say('Writing the rows, in one transaction…')
    return await filling(address, signal, async (target) => {
      const report = await writeRows({ source, xorKey }, { vault, moved, target }, io)
      isThrough = true
      return report
    })
  } catch (error) {
    // Whether a commit that failed was one is not known: rows may be there that need the files.
    if (!isThrough) await copies.undo()
    throw error
  }
}

const writeRows = async (
  { source, xorKey }: Omit<From, 'files'>,
  { vault, moved, target }: { vault: Vault; moved: MovedFiles; target: Target },
  { clock, say, account }: Io,
): Promise<Report> => {
  const { reports, known } = await carry({
    ...{ source, files: moved.files, xorKey, vault, target },
    ...{ now: clock.now(), say },
  })
  say('Comparing the scoreboards…')
  const boards = await proveBoards(source, known, target.db)
  const report = {
    tables: [...reports, moved.report, moved.captures, ...(await surveyRest(source))],
    boards,
  }
  if (boards.some(({ difference }) => difference !== null))
    throw new Refusal(
      1,
      finding(
        'error',
        'board.differs',
        'move-in',
        `A scoreboard would differ, so nothing was written.\n${reportText({ tables: [], boards })}`,
      ),
    )
  const audit = createAudit({
    db: target.db,
    clock,
    afterCommit: async (_tx, work) => work(),
    signals: { emit: () => undefined },
  })
  await audit.record(target.db, atShell(account), 'platform.moveIn', {
    id: null,
    after: { users: known.users.size, games: known.games.size },
  })
  return report
}

const outcomeOf = (report: Report, said: string, findings: Outcome['findings']): Outcome => {
  const lost = hasLosses(report)
  const outcome = done([said, '', reportText(report)].join('\n'), report)
  return { ...outcome, findings, exit: lost || findings.length > 0 ? 3 : 0 }
}
