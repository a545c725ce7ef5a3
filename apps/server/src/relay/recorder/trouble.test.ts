import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { skipReason } from '../../../../../tests/kit/skip-reason.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import {
  createRecorderSetup,
  newTarget,
  type RecorderSetup,
} from '../../../../../tests/kit/recorder-setup.ts'
import { packetFields, tsharkMissing } from '../../../../../tests/kit/tshark.ts'
import type { Recording } from '../target.ts'
import type { TrafficRecorder } from './recorder.ts'

const soon = patient
const target = newTarget()
const begin = (recorder: TrafficRecorder, to = target): Recording =>
  recorder.begin(to, to.capture, '192.0.2.1', { address: '198.51.100.2', port: 9999 })

let setup: RecorderSetup
const told = (): string[] => setup.journal.map(({ level, message }) => `${level}: ${message}`)
const contentOf = async (key = ''): Promise<Buffer> => {
  const stored = await setup.blobs.get(key)
  return gunzipSync(stored === null ? Buffer.alloc(0) : await buffer(stored))
}
afterEach(() => setup.close())

describe('a recorder whose disk is full', () => {
  const onSmallDisk = async (work: (root: string) => Promise<void>): Promise<string | null> => {
    const root = await mkdtemp(path.join(tmpdir(), 'pennant-small-'))
    try {
      const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', root])
      const reason = skipReason(status === 0, 'this account may not mount a small disk')
      if (reason !== null) return reason
      try {
        await work(root)
      } finally {
        await setup.close()
        spawnSync('umount', [root])
      }
      return null
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  }

  it('says so once, goes on, and writes again when there is room', async ({ skip }) => {
    const reason = await onSmallDisk(async (root) => {
      setup = await createRecorderSetup('s3', { root })
      const recorder = setup.recorder({ memory: { perFile: 1_000_000, inAll: 2_000_000 } })
      const recording = begin(recorder)
      recording.toServer(Buffer.from('before'))
      await expect.poll(setup.spooled).toHaveLength(1)
      await writeFile(path.join(root, 'filling'), Buffer.alloc(7_900_000))
      // More than there is room for; but a full disk is only noticed by writing.
      for (let sent = 0; sent < 20; sent++) recording.toServer(randomBytes(30_000))
      await expect.poll(told, soon).toEqual(["Error: Traffic can't be captured at the moment"])
      for (let sent = 0; sent < 100; sent++) recording.toServer(Buffer.alloc(30_000))
      setup.clock.advance(3_600_000)
      const looks = vi.spyOn(setup.clock, 'now')
      await expect.poll(() => looks.mock.calls.length, soon).toBeGreaterThan(20)
      expect(told()).toHaveLength(1)
      const [growing] = recorder.growing.list(12)
      const sound = await buffer(
        (await growing?.open({ start: 0, end: growing.size - 1 })) ?? Readable.from([]),
      )
      expect(gunzipSync(sound).includes('before')).toBe(true)
      await rm(path.join(root, 'filling'))
      await expect.poll(() => recorder.growing.list(12)[0]?.size, soon).toBeGreaterThan(500_000)
      recording.toServer(Buffer.from('afterwards'))
      recording.end('client')
      await recorder.finish(target.id).catch(() => undefined)
      await expect.poll(setup.keys, soon).toHaveLength(1)
      const [key = ''] = await setup.keys()
      expect((await contentOf(key)).includes('afterwards')).toBe(true)
      expect(told().slice(1)).toEqual([expect.stringMatching(/^Warning: Capture .* lacks \d+ packets/)])
      if (tsharkMissing() !== null) return
      const file = await writeAway(await setup.fileOf(key))
      expect(await packetFields(file, ['frame.number'], '_ws.malformed || tcp.checksum.status != 1')).toEqual(
        [],
      )
      expect(await packetFields(file, ['tcp.srcport'], 'tcp.flags.fin == 1')).toHaveLength(2)
    })
    if (reason !== null) skip(reason)
  })

  it('leaves room for others: neither records nor stores in the rest of the disk', async ({ skip }) => {
    const reason = await onSmallDisk(async (root) => {
      setup = await createRecorderSetup('disk', { root })
      const recorder = setup.recorder()
      const recording = begin(recorder)
      recording.toServer(randomBytes(3_000_000))
      await expect.poll(() => recorder.growing.list(12)[0]?.size, soon).toBeGreaterThan(3_000_000)
      await writeFile(path.join(root, 'filling'), Buffer.alloc(2_000_000))
      // Enough room for a second copy, but not beside what is reserved.
      recording.end('client')
      await recorder.finish(target.id)
      expect([told(), await setup.keys()]).toEqual([
        ["Error: Traffic captures can't be stored at the moment"],
        [],
      ])
      expect(recorder.growing.list(12)).toHaveLength(1)
      await rm(path.join(root, 'filling'))
      setup.clock.advance(10_000)
      await expect.poll(() => recorder.growing.list(12), soon).toEqual([])
      expect(await setup.keys()).toHaveLength(1)
    })
    if (reason !== null) skip(reason)
  })

  it('stores what has ended elsewhere, also what never found room on its own disk', async ({ skip }) => {
    const reason = await onSmallDisk(async (root) => {
      setup = await createRecorderSetup('s3', { root })
      const recorder = setup.recorder()
      const recording = begin(recorder)
      recording.toServer(Buffer.from('before it was full'))
      await expect.poll(() => recorder.growing.list(12)[0]?.size ?? 0, soon).toBeGreaterThan(0)
      const { bavail, bsize } = await statfs(root)
      await writeFile(path.join(root, 'filling'), Buffer.alloc(bavail * bsize))
      recording.toServer(Buffer.from('when it was full'))
      recording.end('client')
      const late = newTarget()
      const other = begin(recorder, late)
      other.toServer(Buffer.from('it was full already'))
      other.end('client')
      await Promise.all([recorder.finish(target.id), recorder.finish(late.id)])
      expect(await setup.spooled()).toEqual([])
      const contents = await Promise.all((await setup.keys()).map(contentOf))
      expect(contents).toHaveLength(2)
      const [first, second] = contents.toSorted(
        (a, b) => Number(a.includes('already')) - Number(b.includes('already')),
      )
      expect(first?.includes('before it was full')).toBe(true)
      expect(first?.includes('when it was full')).toBe(true)
      expect(second?.includes('it was full already')).toBe(true)
      if (tsharkMissing() !== null) return
      for (const key of await setup.keys())
        expect(
          await packetFields(
            await writeAway(await fileIn(key)),
            ['frame.number'],
            '_ws.malformed || tcp.checksum.status != 1',
          ),
        ).toEqual([])
    })
    if (reason !== null) skip(reason)
  })

  it('never takes what is kept for others, however much comes between two looks', async ({ skip }) => {
    const reason = await onSmallDisk(async (root) => {
      setup = await createRecorderSetup('disk', { root })
      const recorder = setup.recorder()
      const many = Array.from({ length: 6 }, () => begin(recorder, newTarget()))
      for (let sent = 0; sent < 40; sent++)
        for (const recording of many) recording.toServer(randomBytes(60_000))
      await expect.poll(told, soon).toContain("Error: Traffic can't be captured at the moment")
      await recorder.close()
      const { bavail, blocks, bsize } = await statfs(root)
      expect(bavail * bsize).toBeGreaterThanOrEqual(blocks * bsize * 0.05)
      expect(bavail * bsize).toBeLessThan(blocks * bsize * 0.5)
    })
    if (reason !== null) skip(reason)
  })

  const fileIn = async (key: string): Promise<string> => {
    const stored = await setup.blobs.get(key)
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'pennant-capture-')), 'stored.pcap.gz')
    await writeFile(file, stored === null ? Buffer.alloc(0) : await buffer(stored))
    return file
  }

  const writeAway = async (file: string): Promise<string> => {
    const copy = path.join(await mkdtemp(path.join(tmpdir(), 'pennant-capture-')), 'capture.pcap.gz')
    await writeFile(copy, readFileSync(file))
    return copy
  }
})

setFlagsFromString('--expose-gc')
// The compiler does not know this name in a new context.
const collectGarbage = runInNewContext('gc') as () => void

const keptBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe('a recorder', () => {
  it('keeps no more in memory than it may, and never waits', async () => {
    setup = await createRecorderSetup()
    const memory = { perFile: 2_000_000, inAll: 10_000_000 }
    const recorder = setup.recorder({ memory, writing: () => new Promise(() => undefined) })
    const before = keptBytes()
    const recordings = Array.from({ length: 40 }, () => begin(recorder, newTarget()))
    const bytes = randomBytes(64 * 1024)
    for (let sent = 0; sent < 50; sent++) for (const recording of recordings) recording.toClient(bytes)
    expect(keptBytes() - before).toBeLessThan(40_000_000)
    await recorder.close()
  })

  it('serves hundreds of containers with few open files', async () => {
    setup = await createRecorderSetup()
    const recorder = setup.recorder()
    const count = 300
    const open = (): number => readdirSync('/proc/self/fd').length
    const before = open()
    const targets = Array.from({ length: count }, () => newTarget())
    const recordings = targets.map((each) => begin(recorder, each))
    let most = 0
    for (const recording of recordings) recording.toServer(randomBytes(500))
    await expect
      .poll(() => {
        most = Math.max(most, open())
        return recorder.growing.list(12).length
      }, soon)
      .toBe(count)
    expect(most - before).toBeLessThan(20)
    for (const recording of recordings) recording.end('client')
    setup.clock.advance(30_000)
    await expect.poll(setup.keys, soon).toHaveLength(count)
    await expect.poll(setup.spooled, soon).toEqual([])
  })

  it('starts again when somebody deletes what it writes, and says so', async () => {
    setup = await createRecorderSetup()
    const recorder = setup.recorder()
    const recording = begin(recorder)
    await expect.poll(() => recorder.growing.list(12).length, soon).toBe(1)
    const [name = ''] = await setup.spooled()
    await rm(path.join(setup.root, 'captures'), { recursive: true })
    recording.toServer(Buffer.from('is lost'))
    await expect.poll(told, soon).toEqual(["Error: Traffic can't be captured at the moment"])
    recording.toServer(Buffer.from('is kept'))
    recording.end('client')
    await recorder.finish(target.id)
    const [key = '', ...more] = await setup.keys()
    expect(more).toEqual([])
    expect(name.endsWith(path.basename(key))).toBe(false)
    const content = await contentOf(key)
    expect([content.includes('is lost'), content.includes('is kept')]).toEqual([false, true])
  })

  it('tries again what could not be stored, and shows it meanwhile', async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue()
    setup = await createRecorderSetup('s3')
    const recorder = setup.recorder()
    begin(recorder).end('client')
    const { bucket } = setup
    if (bucket === null) throw new Error('there is no bucket')
    await setup.blobs.check()
    let refused = 0
    bucket.fault = () => {
      refused++
      return { status: 403, code: 'AccessDenied' }
    }
    await recorder.finish(target.id)
    expect(told()).toEqual(["Error: Traffic captures can't be stored at the moment"])
    expect(recorder.growing.list(12)).toHaveLength(1)
    const before = refused
    setup.clock.advance(10_000)
    await expect.poll(() => refused, soon).toBeGreaterThan(before)
    bucket.fault = () => null
    const storedInTime = (): Promise<string[]> => {
      setup.clock.advance(10_000)
      return setup.keys()
    }
    await expect.poll(storedInTime, soon).toHaveLength(1)
    await expect.poll(() => recorder.growing.list(12), soon).toEqual([])
    expect(told()).toHaveLength(1)
  })

  it('stops in time when nothing can be stored, and the next one goes on', async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue()
    setup = await createRecorderSetup('s3')
    const first = setup.recorder({ closeMs: 50 })
    begin(first).toServer(Buffer.from('to be stored later'))
    await expect.poll(() => first.growing.list(12)[0]?.size, soon).toBeGreaterThan(0)
    const { bucket } = setup
    if (bucket === null) throw new Error('there is no bucket')
    bucket.fault = () => 'hang'
    await first.close()
    expect(await setup.spooled()).toHaveLength(1)
    bucket.fault = () => null
    // A pending attempt of the first recorder may end now, before this one or beside it.
    const second = setup.recorder()
    await second.recover()
    await expect.poll(setup.spooled, soon).toEqual([])
    const [key] = await setup.keys()
    expect((await contentOf(key)).includes('to be stored later')).toBe(true)
  })
})

describe('what an earlier process has left', () => {
  const leave = async (): Promise<{ file: string; whole: Buffer; ends: number[] }> => {
    setup = await createRecorderSetup('disk')
    const recorder = setup.recorder({ folder: 'elsewhere' })
    const recording = begin(recorder)
    const ends: number[] = []
    for (const text of ['one', 'two', 'three']) {
      recording.toServer(Buffer.from(text))
      const before = ends.at(-1) ?? 0
      await expect.poll(() => recorder.growing.list(12)[0]?.size, soon).toBeGreaterThan(before)
      ends.push(recorder.growing.list(12)[0]?.size ?? 0)
    }
    const [name = ''] = await setup.spooled('elsewhere')
    const whole = readFileSync(path.join(setup.root, 'elsewhere', name))
    await recorder.growing.discard(recorder.growing.list(12)[0]?.ref ?? { ...none })
    expect(whole.length).toBe(ends.at(-1))
    return { file: name, whole, ends }
  }
  const none = { challengeId: 0, participationId: 0, name: '' }

  const recovered = async (name: string, bytes: Buffer): Promise<Buffer | null> => {
    const folder = path.join(setup.root, 'captures')
    spawnSync('mkdir', ['-p', folder])
    await writeFile(path.join(folder, name), bytes)
    await setup.recorder().recover()
    expect(await setup.spooled()).toEqual([])
    const [key] = await setup.keys()
    if (key === undefined) return null
    const stored = await setup.blobs.get(key)
    await setup.blobs.delete(key)
    return stored === null ? null : buffer(stored)
  }

  it('is cut off behind what is complete, wherever it was broken off, and stored', async () => {
    const { file, whole, ends } = await leave()
    const [one = 0, two = 0, three = 0] = ends
    const cuts = [1, one - 1, one, one + 1, one + 19, one + 20, two - 1, two, two + 30, three - 1, three]
    for (const cut of cuts) {
      const end = ends.findLast((each) => each <= cut)
      const expected = end === undefined ? null : whole.subarray(0, end)
      expect(await recovered(file, whole.subarray(0, cut)), `cut at ${cut}`).toEqual(expected)
    }
  })

  it('is cut off before what makes no sense', async () => {
    const { file, whole, ends } = await leave()
    const [one = 0, two = 0] = ends
    const spoiled = Buffer.from(whole)
    spoiled.fill(0, two - 12, two - 4)
    expect(await recovered(file, spoiled)).toEqual(whole.subarray(0, one))
    expect(await recovered(file, Buffer.concat([whole, Buffer.alloc(5000)]))).toEqual(whole)
    expect(await recovered(file, Buffer.alloc(5000))).toBeNull()
    expect(await recovered(file, Buffer.alloc(0))).toBeNull()
  })

  it('is let alone when it is nothing of ours', async () => {
    await leave()
    const folder = path.join(setup.root, 'captures')
    spawnSync('mkdir', ['-p', folder])
    await writeFile(path.join(folder, 'notes.txt'), 'of the operator')
    await setup.recorder().recover()
    expect((await stat(path.join(folder, 'notes.txt'))).size).toBe(15)
    expect(await setup.keys()).toEqual([])
  })
})
