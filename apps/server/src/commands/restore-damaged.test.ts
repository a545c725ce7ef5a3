import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, urlOf } from '../../../../tests/kit/command.ts'
import { createOpenGame } from '../../../../tests/kit/open-game.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/kit/test-database.ts'
import { createWorld } from '../../../../tests/kit/world.ts'
import { keyEntry, manifestName } from '../backup/manifest.ts'
import { decryptWith } from '../kit/age/age.ts'
import { headerBytes, paddedTo, readHeader } from '../kit/sealed-tar/format.ts'
import { writeSealedTar } from '../kit/sealed-tar/writer.ts'

let source: TestDatabase
let into: TestDatabase
let folder: string
let plain: string
let encrypted: string
let identity: string

const run = (database: TestDatabase, ...argv: string[]) =>
  runCommand({ database }, argv, {
    env: {
      PENNANT_DATA_DIR: join(folder, 'data'),
      PENNANT_BACKUP__TO: join(folder, 'backups'),
      PENNANT_CONNECTION_STRINGS__STORAGE: `disk://path=${folder}/files`,
      PENNANT_CONTAINER_PROVIDER__TYPE: 'None',
    },
  })
const restore = (path: string, ...more: string[]) =>
  run(into, 'restore', path, '--files', join(folder, 'restored'), ...more)
const verify = (path: string, ...more: string[]) =>
  run(source, 'backup', 'verify', path, '--scratch', urlOf(source), ...more)

const tables = async (): Promise<string[]> => {
  const rows = await into.db.introspection.getTables()
  return rows.map(({ name }) => name)
}

/** While `work` runs, one bit of the file is another one. */
const withFlipped = async (path: string, at: number, work: () => Promise<void>): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    const { buffer: bytes } = await file.read(Buffer.alloc(1), 0, 1, at)
    const flipped = Buffer.from([(bytes[0] ?? 0) ^ (1 << (at % 8))])
    await file.write(flipped, 0, 1, at)
    try {
      await work()
    } finally {
      await file.write(bytes, 0, 1, at)
    }
  } finally {
    await file.close()
  }
}

type Entry = { name: string; start: number; size: number }

/** The seal is the last one. Behind it are the two empty blocks that end every tar. */
const entriesOf = (tar: Buffer): Entry[] => {
  const entries: Entry[] = []
  for (let at = 0; ; ) {
    const header = readHeader(tar.subarray(at, at + headerBytes))
    if (header === null) return entries
    entries.push({ ...header, start: at + headerBytes })
    at += headerBytes + paddedTo(header.size)
  }
}
const kindOf = ({ name }: Entry): string => name.replace(/\/.*/, '')
const kinds = [manifestName, keyEntry, 'tables', 'files', 'sha256']

/** One of each kind, with something in it. */
const examples = (tar: Buffer): Entry[] =>
  kinds.map((kind) => {
    const of = entriesOf(tar).filter((entry) => kindOf(entry) === kind)
    const [largest] = of.toSorted((one, other) => other.size - one.size)
    if (largest === undefined) throw new Error(`the backup has no ${kind}`)
    return largest
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-damaged-'))
  source = await createTestDatabase()
  into = await createTestDatabase({ bare: true })
  const world = await createWorld({
    database: { ...source, drop: async () => undefined },
    settings: { CONNECTION_STRINGS__STORAGE: `disk://path=${folder}/files` },
  })
  const game = await createOpenGame(world)
  const challenge = await game.challenge({ flags: ['flag{one}'] })
  await game.submit((await game.team()).player, challenge, 'flag{one}')
  await world.core.files.storeStream(Readable.from([Buffer.alloc(700, 'a file')]), 'a.txt')
  await world.close()
  identity = join(folder, 'identity.txt')
  const own = await generateX25519Identity()
  await writeFile(identity, own)
  const recipient = await identityToRecipient(own)
  const made = await run(source, 'backup', 'create', '--no-verify', '--include-key', '--recipient', recipient)
  if (made.exit !== 3) throw new Error(made.stderr)
  const [name = ''] = await readdir(join(folder, 'backups'))
  encrypted = join(folder, 'backups', name)
  plain = join(folder, 'plain.tar')
  await pipeline(await decryptWith(own, createReadStream(encrypted)), createWriteStream(plain))
})
afterAll(async () => {
  await source.drop()
  await into.drop()
  await rm(folder, { recursive: true })
})

describe('one flipped bit', () => {
  it('in any part of any kind of entry keeps a backup from being restored or proven', async () => {
    const tar = await readFile(plain)
    expect(new Set(entriesOf(tar).map(kindOf))).toEqual(new Set(kinds))
    const places = examples(tar).flatMap(({ name, start, size }) => [
      [`the header of ${name}`, start - headerBytes + 130],
      [`the first byte of ${name}`, start],
      [`the middle of ${name}`, start + Math.floor(size / 2)],
      [`the last byte of ${name}`, start + size - 1],
      [`the padding of ${name}`, start + paddedTo(size) - 1],
    ]) as [string, number][]
    for (const [where, at] of [...places, ['the end', tar.length - 1] as const])
      await withFlipped(plain, at, async () => {
        const restored = await restore(plain)
        expect([restored.exit, restored.stderr], where).toEqual([4, expect.stringContaining('is damaged')])
        const verified = await verify(plain)
        expect([verified.exit, verified.stderr], where).toEqual([1, expect.stringContaining('is damaged')])
      })
    expect(await tables()).toEqual([])
    expect(await readdir(folder)).not.toContain('restored')
  })

  it('anywhere in an encrypted one, too', async () => {
    const { length } = await readFile(encrypted)
    const header = (await readFile(encrypted, 'latin1')).indexOf('\n--- ')
    const places = [3, 30, 100, header - 5, header + 20, header + 50, header + 70]
    for (const at of [...places, Math.floor(length / 2), length - 1])
      await withFlipped(encrypted, at, async () => {
        const restored = await restore(encrypted, '--identity', identity)
        expect([restored.exit, restored.stderr], `byte ${at}`).toEqual([
          4,
          expect.stringMatching(/is damaged|Couldn't decrypt/),
        ])
        const verified = await verify(encrypted, '--identity', identity)
        expect([1, 4], `byte ${at}: ${verified.stderr}`).toContain(verified.exit)
      })
    expect(await tables()).toEqual([])
  })

  // As memory at fault would do while it is written.
  it('before it was sealed is found by what is said about rows, files, and the key', async () => {
    const tar = await readFile(plain)
    const damaged = join(folder, 'resealed.tar')
    const [manifest, key, table, file] = examples(tar)
    const aHash = tar.indexOf('"sha256":"') + 20
    for (const [entry, at] of [
      [manifest, aHash - (manifest?.start ?? 0)],
      [key, 5],
      [table, Math.floor((table?.size ?? 0) / 2)],
      [file, 300],
    ] as const) {
      const contents = entriesOf(tar)
        .slice(0, -1)
        .map(({ name, start, size }) => {
          const bytes = Buffer.from(tar.subarray(start, start + size))
          if (name === entry?.name) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
          return { name, size, open: () => Readable.from([bytes]) }
        })
      await writeFile(damaged, Readable.from(writeSealedTar(contents)))
      const restored = await restore(damaged)
      expect([entry?.name, restored.exit, restored.stderr]).toEqual([
        entry?.name,
        4,
        expect.stringMatching(
          /Z_DATA_ERROR|other bytes|other rows|another secret key|manifest is wrong|incorrect/,
        ),
      ])
      expect((await verify(damaged)).exit, entry?.name).toBe(1)
      if ((await tables()).includes('user'))
        expect(await into.db.selectFrom('user').select('id').execute()).toEqual([])
    }
    const restored = await restore(plain)
    expect([restored.exit, restored.stderr]).toEqual([0, ''])
  })
})
