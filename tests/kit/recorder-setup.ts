import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { type OpenBlobStore, openBlobStore } from '../../apps/server/src/adapters/blob/open.ts'
import { memoryBus } from '../../apps/server/src/adapters/bus/memory.ts'
import { createRecorder, type TrafficRecorder } from '../../apps/server/src/relay/recorder/recorder.ts'
import { createDiskSpace, unlimitedSpace } from '../../apps/server/src/relay/recorder/disk-space.ts'
import type { CaptureFacts, RelayTarget } from '../../apps/server/src/relay/target.ts'
import { type JournalEntry, journalOf } from '../../apps/server/src/telemetry/journal.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type FakeS3, startFakeS3 } from './fake-s3.ts'

export const captureFacts: CaptureFacts = {
  challengeId: 12,
  challengeTitle: 'Žába & <b> 🏁',
  participationId: 34,
  teamId: 56,
  teamName: '第一队',
  runtimeId: 'f00dcafe',
  flag: 'flag{captured}',
}

export const newTarget = (facts: CaptureFacts = captureFacts): RelayTarget & { capture: CaptureFacts } => ({
  id: randomUUID(),
  host: '198.51.100.2',
  port: 9999,
  capture: facts,
})

export type RecorderSetup = {
  root: string
  clock: TestClock
  blobs: OpenBlobStore
  bucket: FakeS3 | null
  journal: JournalEntry[]
  recorder(options?: RecorderOptions): TrafficRecorder
  spooled(folder?: string): Promise<string[]>
  keys(): Promise<string[]>
  fileOf(key: string): Promise<string>
  file(name: string, bytes: Uint8Array): Promise<string>
  close(): Promise<void>
}

type RecorderOptions = {
  folder?: string
  copies?: boolean
  closeMs?: number
  memory?: { perFile: number; inAll: number }
  writing?: <T>(work: () => Promise<T>) => Promise<T>
}

export const createRecorderSetup = async (
  kind: 'disk' | 's3' = 'disk',
  { root: given }: { root?: string } = {},
): Promise<RecorderSetup> => {
  const root = given ?? (await mkdtemp(path.join(tmpdir(), 'pennant-recorder-')))
  const clock = createTestClock()
  const bus = memoryBus()
  const journal: JournalEntry[] = []
  const bucket = kind === 's3' ? await startFakeS3() : null
  const blobs = await openBlobStore(
    bucket === null
      ? { kind: 'disk', path: path.join(root, 'files') }
      : {
          kind: 's3',
          bucket: 'blobs',
          region: bucket.account.region,
          endpoint: bucket.endpoint,
          forcePathStyle: true,
          credentials: { ...bucket.account, sessionToken: null },
        },
  )
  const folderOf = (name = 'captures'): string => path.join(root, name)
  const file = async (name: string, bytes: Uint8Array): Promise<string> => {
    const made = path.join(root, name)
    await writeFile(made, bytes)
    return made
  }
  const opened: TrafficRecorder[] = []
  return {
    root,
    clock,
    blobs,
    bucket,
    journal,
    recorder({ folder, copies = false, closeMs, memory, writing = pLimit(2) } = {}) {
      const spool = createDiskSpace(folderOf(folder))
      const recorder = createRecorder({
        folder: folderOf(folder),
        blobs,
        bus,
        clock,
        journal: journalOf((entry) => void journal.push(entry)),
        copies,
        ...(memory === undefined ? {} : { memory }),
        spaces: { spool, target: bucket === null ? spool : unlimitedSpace },
        roundMs: 5,
        ...(closeMs === undefined ? {} : { closeMs }),
        limits: { writing, storing: pLimit(4) },
      })
      opened.push(recorder)
      return recorder
    },
    spooled: (folder) => readdir(folderOf(folder)).catch(() => []),
    async keys() {
      const keys: string[] = []
      for await (const { key } of blobs.list('capture/')) keys.push(key)
      return keys
    },
    async fileOf(key) {
      const stored = await blobs.get(key)
      if (stored === null) throw new Error(`nothing is stored under ${key}`)
      return file(path.basename(key), await buffer(stored))
    },
    file,
    async close() {
      await Promise.all(opened.map((recorder) => recorder.close()))
      await blobs.close()
      await bucket?.stop()
      await bus.close()
      if (given === undefined) await rm(root, { recursive: true, force: true })
    },
  }
}
