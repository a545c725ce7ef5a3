import { createHash } from 'node:crypto'
import type { ChallengeDocument, GameDocument, ManifestDocument } from '@pennant/contract/package'
import type { ImportReport, PackageFormat } from '@pennant/contract/transfer'
import type { Answer } from './client.ts'
import type { Person } from './world.ts'
import { readZip, zipOf, type RawEntry } from './zip.ts'

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

export const foreignManifest = {
  version: '1.0',
  format: 'OTHER-GAME',
  exportedAt: '2026-03-01T12:00:00.1234567+00:00',
  exporterVersion: '1.8.5.0',
  game: { id: 7, title: 'Spring Games' },
  statistics: { challengeCount: 4, divisionCount: 2, totalFlags: 5, totalFiles: 2, totalFileSize: 22 },
}

export const foreignGame = {
  title: 'Spring Games',
  summary: 'Two days of puzzles',
  content: '# Rules\n\nBe kind.',
  hidden: false,
  practiceMode: true,
  acceptWithoutReview: true,
  inviteCode: 'spring-26',
  teamMemberCountLimit: 4,
  containerCountLimit: 3,
  startTime: '2026-04-01T08:00:00+08:00',
  endTime: '2026-04-02T20:00:00+08:00',
  writeup: { required: true, deadline: '2026-04-05T00:00:00+00:00', note: 'As PDF' },
  bloodBonus: { first: 100, second: 50, third: 25 },
  posterHash: null,
  divisions: [
    { name: 'Students', inviteCode: 'stud_1', defaultPermissions: ['All'], challengeConfig: [] },
    {
      name: 'Guests',
      inviteCode: null,
      defaultPermissions: ['JoinGame', 'ViewChallenge', 'SubmitFlags'],
      challengeConfig: [
        { challengeId: 41, permissions: ['None'] },
        { challengeId: 4711, permissions: ['All'] },
      ],
    },
  ],
}

const base = {
  content: 'Find it.',
  enabled: true,
  scoring: { original: 500, minRate: 0.4, difficulty: 7.5 },
  limits: { submission: 20, deadline: null },
  attachment: null,
  hints: ['Look closer'],
  container: null,
}
const flags = { disableBloodBonus: false, enableTrafficCapture: false, template: null, static: null }
const container = {
  image: 'registry.example/box:1',
  memoryLimit: 128,
  cpuCount: 5,
  storageLimit: 512,
  exposePort: 8080,
  networkMode: 'Isolated',
  fileName: null,
}

export const foreignChallenges: Readonly<Record<string, unknown>>[] = [
  {
    ...base,
    id: 40,
    title: 'Far away',
    category: 'Crypto',
    type: 'StaticAttachment',
    flags: { ...flags, static: [{ value: 'flag{far}', attachment: null }] },
    // Has no name, which the compatible reader refuses.
    attachment: {
      type: 'Remote',
      hash: null,
      fileName: null,
      fileSize: null,
      remoteUrl: 'https://files.example/far.tar.gz',
    },
  },
  {
    ...base,
    id: 41,
    title: 'At hand',
    category: 'Forensics',
    type: 'StaticAttachment',
    flags: { ...flags, static: [{ value: 'flag{a}' }, { value: 'flag{b}' }] },
    attachment: {
      type: 'Local',
      hash: sha256('evidence'),
      fileName: 'evidence.bin',
      fileSize: 8,
      remoteUrl: null,
    },
  },
  {
    ...base,
    id: 42,
    title: 'Same box for all',
    category: 'Web',
    type: 'StaticContainer',
    limits: { submission: 0, deadline: '2026-04-02T00:00:00+00:00' },
    flags: { ...flags, enableTrafficCapture: true, static: [{ value: 'flag{box}' }] },
    container,
  },
  {
    ...base,
    id: 43,
    title: 'A box for each',
    category: 'Pwn',
    type: 'DynamicContainer',
    hints: null,
    flags: { ...flags, disableBloodBonus: true, template: 'flag{[GUID]}' },
    container: { ...container, networkMode: 'Open', storageLimit: 256 },
  },
]

export type PackageParts = {
  manifest?: unknown
  game?: unknown
  challenges?: readonly unknown[]
  files?: readonly (string | Uint8Array)[]
  entries?: readonly RawEntry[]
  without?: readonly string[]
}

const json = (name: string, document: unknown): RawEntry => ({
  name,
  bytes: typeof document === 'string' ? document : JSON.stringify(document, null, 2),
})

export const entriesOf = (parts: PackageParts = {}): RawEntry[] => {
  const { challenges = foreignChallenges, files = ['evidence'], entries = [], without = [] } = parts
  const made = [
    json('manifest.json', parts.manifest ?? foreignManifest),
    json('game.json', parts.game ?? foreignGame),
    { name: 'challenges/' },
    ...challenges.map((challenge, at) =>
      json(`challenges/challenge-${(challenge as { id?: number }).id ?? at}.json`, challenge),
    ),
    ...files.map((bytes) => ({ name: `files/${sha256(bytes)}`, bytes })),
  ]
  const replaced = new Set([...entries.map(({ name }) => name), ...without])
  return [...made.filter(({ name }) => !replaced.has(name)), ...entries]
}

export const packageOf = (parts: PackageParts = {}): Uint8Array<ArrayBuffer> => zipOf(entriesOf(parts))

export const importPackage = (
  by: Person,
  bytes: Uint8Array<ArrayBuffer>,
  { name = 'game.zip', type = 'application/zip' }: { name?: string; type?: string } = {},
): Promise<Answer<number>> => by.upload('POST', '/api/edit/games/import', 'file', [{ name, bytes, type }])

export const importWithReport = (
  by: Person,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer<ImportReport>> => {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'application/zip' }), 'game.zip')
  return by.call('POST', '/api/edit/games/import/report', { form, headers })
}

export const exactOf = <D extends object>(document: D): D => {
  const { exact, ...rest } = document as D & { exact?: Partial<D> }
  return { ...rest, ...exact } as D
}

export type Exported = {
  status: number
  headers: Headers
  bytes: Buffer
  name: string
  manifest: ManifestDocument
  game: GameDocument
  /** By id. */
  challenges: ChallengeDocument[]
  files: Map<string, Buffer>
}

export const exportPackage = async (
  by: Pick<Person, 'origin' | 'cookie'>,
  id: number,
  format?: PackageFormat,
): Promise<Exported> => {
  const query = format === undefined ? '' : `?format=${format}`
  const response = await fetch(`${by.origin}/api/edit/games/${id}/export${query}`, {
    method: 'POST',
    headers: { cookie: `pennant_session=${by.cookie()}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`not exported: ${response.status} ${bytes.toString()}`)
  const entries = readZip(bytes)
  const parsed = <T>(name: string): T => JSON.parse(entries.get(name)?.toString('utf8') ?? '') as T
  const [, encoded = ''] =
    /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    name: decodeURIComponent(encoded),
    manifest: parsed('manifest.json'),
    game: parsed('game.json'),
    challenges: [...entries.keys()]
      .filter((name) => name.startsWith('challenges/'))
      .map((name) => parsed<ChallengeDocument>(name))
      .toSorted((a, b) => a.id - b.id),
    files: new Map(
      [...entries].flatMap(([name, content]) =>
        name.startsWith('files/') ? [[name.slice('files/'.length), content] as const] : [],
      ),
    ),
  }
}
