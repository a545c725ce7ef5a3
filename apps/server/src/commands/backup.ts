import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readSecret } from '../adapters/data-folder/data-folder.ts'
import { type WrittenBackup, writeBackup } from '../backup/create.ts'
import { createPause, noPause, type Pause } from '../backup/pause.ts'
import { missingOf, proveBackup, type Verdict } from '../backup/prove.ts'
import { readKeep, superfluous, usualKeep } from '../backup/retention.ts'
import { expectLeft } from '../backup/room.ts'
import { type Pace, putSteadily } from '../backup/steady-put.ts'
import { type BackupTarget, isSealed, type ListedBackup, openTarget, sealedName } from '../backup/target.ts'
import type { Config } from '../config/schema.ts'
import { noteProven } from '../core/backup/last-proven.ts'
import {
  decrypted,
  existing,
  identityFlag,
  findByName,
  openFiles,
  type Opened,
  openSourceDatabase,
  openTargetOf,
  openTemporary,
  withOpened,
} from './backup-places.ts'
import { backupRefusal } from './backup-refusal.ts'
import { settingsOf } from './config.ts'
import { readSettings } from './settings.ts'
import {
  done,
  expectConsent,
  type Finding,
  finding,
  type Input,
  type Io,
  type Outcome,
  Refusal,
  type Verbs,
  wrongUsage,
} from './verb.ts'

const to = {
  flags: { to: { type: 'string' } },
  flagTexts: { to: 'A folder, or a bucket such as s3://bucket=NAME;region=REGION. Otherwise, backup.to' },
} as const
const scratch = {
  flags: { scratch: { type: 'string' } },
  flagTexts: {
    scratch: 'Address of a PostgreSQL server to prove it on. Otherwise, one is started for the time',
  },
} as const

export const backupVerbs: Verbs = {
  'backup create': {
    words: [],
    flags: {
      ...to.flags,
      ...scratch.flags,
      recipient: { type: 'string' },
      'include-key': { type: 'boolean' },
      'no-files': { type: 'boolean' },
      'no-verify': { type: 'boolean' },
      slowly: { type: 'boolean' },
    },
    flagTexts: {
      ...to.flagTexts,
      ...scratch.flagTexts,
      recipient:
        'Public key (age1…) that it is encrypted for, once it is proven. Otherwise, backup.recipient',
      'include-key': 'Include the secret key. Only together with --recipient',
      'no-files': 'Leave out uploaded files. Such a backup never counts as proven',
      slowly: 'Write at most 20 MB a second, and wait with the proof while servers are busy',
      'no-verify': "Don't prove it. Use `pennant backup verify` on another machine instead",
    },
    summary: 'Back up the database and all files, and prove that an installation can start from it',
    run: (input, io) => withOpened((opened) => create(input, io, opened)),
  },

  'backup verify': {
    words: ['FILE'],
    flags: { ...to.flags, ...scratch.flags, ...identityFlag.flags },
    flagTexts: { ...to.flagTexts, ...scratch.flagTexts, ...identityFlag.flagTexts },
    summary: 'Start an installation from a backup (a file, a name in the list, or latest), and compare it',
    run: (input, io) => withOpened((opened) => verify(input, io, opened)),
  },

  'backup list': {
    words: [],
    flags: to.flags,
    flagTexts: to.flagTexts,
    summary: 'List backups, oldest first, and say which are proven',
    run: (input, io) =>
      withOpened(async (opened) => {
        const { config } = readSettings(input, io)
        const target = await openTargetOf(input, config, io, opened)
        const all = await target.list()
        const text = all.length === 0 ? `No backups in ${target.shown} yet.` : all.map(lineOf).join('\n')
        return done(text, { target: target.shown, backups: all })
      }),
  },

  'backup prune': {
    words: [],
    flags: { ...to.flags, keep: { type: 'string' } },
    flagTexts: {
      ...to.flagTexts,
      keep: 'How many days, weeks, and months keep their newest backup. Otherwise, 7d,4w,6m',
    },
    summary: 'Delete old backups, but never the newest proven one',
    run: (input, io) => withOpened((opened) => prune(input, io, opened)),
  },
}

const create = async (input: Input, io: Io, opened: Opened): Promise<Outcome> => {
  const { flags } = input
  const { config, sources, findings } = readSettings(input, io)
  const recipient = await recipientOf(input, config)
  const includeKey = flags['include-key'] === true
  if (includeKey && recipient === null)
    throw wrongUsage('The secret key never goes into a backup that anyone can read.', 'Add --recipient.')
  const target = await openTargetOf(input, config, io, opened)
  // Plain only for as long as the proof takes, and only for this account.
  const plain = recipient === null ? target : await openPlain(opened)
  const source = await openSourceDatabase(config, io, opened)
  const secretKey = source.secretKey ?? source.storedKey
  if (secretKey === null)
    throw new Refusal(
      4,
      finding('error', 'key.missing', 'settings', 'No server has started on this database.'),
    )
  const files =
    flags['no-files'] === true
      ? null
      : await openFiles(config.connectionStrings.storage, config.dataDir, opened)
  const { signal, stalledAfterMs } = io
  const pace = { signal, stalledAfterMs, bytesPerSecond: flags['slowly'] === true ? 20_000_000 : null }
  io.say('Reading the database…')
  const written = await writeBackup(
    {
      address: source.address,
      files,
      secretKey,
      includeKey,
      settings: settingsOf(config, sources).map(({ setting, value }) => ({ setting, value })),
      version: io.version,
    },
    plain.blobs,
    {
      clock: io.clock,
      ...pace,
      temporary: join(resolve(config.dataDir), 'backup-in-progress'),
      say: io.say,
      rooms: async () => [
        ...(plain === target ? [] : [{ free: await plain.room(), isTemporary: true }]),
        { free: await target.room(), isTemporary: false },
      ],
      hasName: target.has,
    },
  ).catch((error: unknown) => {
    throw backupRefusal(error, plain.shown)
  })
  const kept = source.secretKey === null && !includeKey ? [keyElsewhere] : []
  io.say(`${written.name} written. Proving it…`)
  const begun = io.clock.now()
  const { loopDelayMs } = source
  const pause =
    flags['slowly'] === true ? createPause({ loopDelayMs, say: io.say, signal: io.signal }) : noPause
  const verdict =
    flags['no-verify'] === true
      ? null
      : await prove(written.name, plain, config, { secretKey, pause, input, io, opened })
  const name =
    recipient === null
      ? written.name
      : await seal(written.name, { plain, target, recipient, pace }, opened).catch((error: unknown) => {
          throw backupRefusal(error, target.shown)
        })
  if (verdict?.isProven === true && verdict.backup !== null) {
    const { bytes, manifest } = verdict.backup
    const { createdAt: at, keyFingerprint } = manifest
    const proven = { at, name, target: target.shown, bytes, keyFingerprint }
    await noteProven(source.settingStore, io.clock.now(), proven)
  }
  return outcomeOf({ ...written, name }, target, verdict, io.clock.now() - begun, [...findings, ...kept])
}

const recipientOf = async ({ flags }: Input, { backup }: Config): Promise<string | null> => {
  const recipient = flags['recipient'] ?? backup.recipient
  if (typeof recipient !== 'string') return null
  const { isRecipient } = await import('../kit/age/age.ts')
  if (!isRecipient(recipient))
    throw wrongUsage('--recipient is the public key age1…, exactly as age-keygen prints it.')
  return recipient
}

const openPlain = async (opened: Opened): Promise<BackupTarget> =>
  openTarget('plain', { from: await openTemporary(opened), storageFolder: null })

type Sealing = { plain: BackupTarget; target: BackupTarget; recipient: string; pace: Pace }

/** Returns the name of the encrypted file. */
const seal = async (
  name: string,
  { plain, target, recipient, pace }: Sealing,
  opened: Opened,
): Promise<string> => {
  const { encryptFor } = await import('../kit/age/age.ts')
  const path = await plain.fetch(name, await openTemporary(opened))
  // Both may be on one disk.
  expectLeft((await stat(path)).size, [{ free: await target.room(), isTemporary: false }])
  const sealed = sealedName(name)
  await putSteadily(target.blobs, sealed, await encryptFor(recipient, createReadStream(path)), pace)
  const proof = (await plain.list()).find((one) => one.name === name)?.proof ?? null
  if (proof !== null) await target.noteProof(sealed, proof)
  return sealed
}

const keyElsewhere = finding(
  'warning',
  'key.inDatabase',
  'backup',
  'The secret key is in the database, and never in a backup: keep a copy of it elsewhere.',
  { remedy: 'See docs/operator/keys.md.' },
)

const outcomeOf = async (
  { name, manifest }: WrittenBackup,
  target: BackupTarget,
  verdict: Verdict | null,
  ms: number,
  findings: readonly Finding[],
): Promise<Outcome> => {
  const bytes = verdict?.backup?.bytes ?? (await target.blobs.stat(name))?.size ?? 0
  const facts = {
    tables: manifest.tables.length,
    files: manifest.files.length,
    games: manifest.boards.length,
  }
  const result = {
    name,
    target: target.shown,
    bytes,
    ...facts,
    proven: verdict?.isProven ?? false,
    why: verdict?.why ?? [],
  }
  const what = `${name}: ${sizeOf(bytes)}, ${facts.tables} tables, ${facts.files} files, ${facts.games} scoreboards`
  if (verdict === null) {
    const missing = missingOf({ ...manifest, hasFiles: true })
    const all = [...findings, unproven(name), ...missing.map(red)]
    return { exit: missing.length === 0 ? 3 : 1, text: `${what}, not proven`, result, findings: all }
  }
  if (!verdict.isProven)
    return { exit: 1, text: `${what}, not proven`, result, findings: [...findings, ...verdict.why.map(red)] }
  const text = `${what}, proven in ${Math.max(1, Math.round(ms / 1000))} s`
  return { exit: findings.length === 0 ? 0 : 3, text, result, findings }
}

const red = (why: string): Finding => finding('error', 'backup.notProven', 'backup', why)
const unproven = (name: string): Finding =>
  finding(
    'warning',
    'backup.unproven',
    'backup',
    "It isn't proven yet that an installation starts from it.",
    {
      remedy: `Run \`pennant backup verify latest${isSealed(name) ? ' --identity FILE' : ''}\`.`,
    },
  )

type Proving = { secretKey: string | null; pause: Pause; input: Input; io: Io; opened: Opened }

const prove = async (
  name: string,
  target: BackupTarget,
  config: Config,
  proving: Proving,
): Promise<Verdict> => {
  const { input, io, opened } = proving
  const temporary = await openTemporary(opened)
  const path = await decrypted(await target.fetch(name, temporary), input, io, temporary)
  const verdict = await proveFile(path, temporary, config, proving)
  const { isProven, why, backup } = verdict
  const known = backup?.seal ?? '0'.repeat(64)
  await target.noteProof(name, { seal: known, at: io.clock.now(), isProven, why, version: io.version })
  return verdict
}

const proveFile = (
  path: string,
  temporary: string,
  config: Config,
  { secretKey, pause, input, io }: Proving,
): Promise<Verdict> => {
  const server = input.flags['scratch']
  return proveBackup(path, {
    config,
    server: typeof server === 'string' ? { url: server } : null,
    secretKey,
    version: io.version,
    temporary,
    clock: io.clock,
    signal: io.signal,
    say: io.say,
    pause,
    ...(io.hasher === undefined ? {} : { hasher: io.hasher }),
  })
}

const proveGiven = async (word: string, config: Config, proving: Proving): Promise<Verdict> => {
  const { input, io, opened } = proving
  const temporary = await openTemporary(opened)
  const path = await decrypted(await existing(word, io), input, io, temporary)
  return proveFile(path, temporary, config, proving)
}

const verify = async (input: Input, io: Io, opened: Opened): Promise<Outcome> => {
  const { config } = readSettings(input, io)
  const [word = ''] = input.words
  const secretKey = config.secretKey ?? (await readSecret(resolve(config.dataDir)).catch(() => null))
  // It may run on a machine that knows no server of the installation.
  const proving = { secretKey, pause: noPause, input, io, opened }
  const found = await findByName(input, config, io, opened)
  const verdict =
    found === null
      ? await proveGiven(word, config, proving)
      : await prove(found.name, found.target, config, proving)
  const name = found?.name ?? word
  const result = { name, proven: verdict.isProven, why: verdict.why }
  return verdict.isProven
    ? done(`${name} is proven: an installation starts from it.`, result)
    : { exit: 1, text: `${name} is not proven.`, result, findings: verdict.why.map(red) }
}

const prune = async (input: Input, io: Io, opened: Opened): Promise<Outcome> => {
  const { config } = readSettings(input, io)
  const given = input.flags['keep']
  const keep = typeof given === 'string' ? readKeep(given) : usualKeep
  if (keep === null) throw wrongUsage('--keep is written like 7d,4w,6m.')
  const target = await openTargetOf(input, config, io, opened)
  const all = (await target.list()).map((one) => ({ ...one, isProven: one.proof?.isProven === true }))
  const names = superfluous(all, keep)
  const left = all.length - names.length
  if (names.length === 0) return done(`Nothing to delete: ${left} backups stay.`, { deleted: [], left })
  await expectConsent(input, io, `Delete ${names.length} of ${all.length} backups in ${target.shown}?`)
  for (const name of names) await target.remove(name)
  return done([`Deleted:`, ...names.map((name) => `  ${name}`)].join('\n'), { deleted: names, left })
}

const lineOf = ({ name, bytes, proof }: ListedBackup): string =>
  `${name}  ${sizeOf(bytes)}  ${proof === null ? 'not verified' : proof.isProven ? 'proven' : 'not proven'}`

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
