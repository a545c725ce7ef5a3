import {
  Anything,
  Decimal,
  Flag,
  Hash,
  Int32,
  List,
  Matching,
  Maybe,
  Model,
  Nullable,
  Str,
  Time,
} from '@pennant/contract/schema'
import type { Static } from '@pennant/contract/schema'
import { compileDocumentReader } from '../kit/schema-reader.ts'
import { DamagedTar } from '../kit/sealed-tar/reader.ts'

const identifier = Matching('^[a-z_][a-z0-9_]{0,62}$')

const Manifest = Model({
  format: Int32,
  version: Str,
  createdAt: Time,
  /** Of the server that was backed up. */
  postgres: Str,
  /** Names of migrations. */
  schema: List(Matching('^[0-9]{4}-[a-z0-9-]+$')),
  keyFingerprint: Matching('^[0-9a-f]{16}$'),
  /** Only in encrypted backups. */
  hasKey: Maybe(Flag),
  tables: List(
    Model({ name: identifier, columns: List(identifier), rows: Decimal, bytes: Decimal, sha256: Hash }),
  ),
  sequences: List(Model({ name: identifier, value: Matching('^[0-9]{1,19}$') })),
  hasFiles: Flag,
  files: List(Model({ hash: Hash, size: Decimal })),
  missing: List(Model({ hash: Hash, holders: List(Str) })),
  boards: List(Model({ gameId: Int32, sha256: Hash, standings: Hash })),
  settings: List(Model({ setting: Str, value: Nullable(Anything) })),
})
export type Manifest = Static<typeof Manifest>

export const manifestName = 'manifest.json'
/** Of some 500,000 files. */
export const largestManifest = 64 * 1024 * 1024
export const formatVersion = 1

const read = compileDocumentReader(Manifest, { within: true })

/** Throws a problem that names the member that is wrong. */
export const readManifest = (bytes: Buffer): Manifest => {
  const manifest = read(JSON.parse(bytes.toString('utf8')), manifestName)
  if (manifest.format !== formatVersion)
    throw new DamagedTar(
      `The backup has format ${manifest.format}, which a newer version of Pennant has written.`,
    )
  return manifest
}

export const keyEntry = 'secret-key'
export const tableEntry = (name: string): string => `tables/${name}.copy.gz`
export const fileEntry = (hash: string): string => `files/${hash}`
