import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureFacts,
  createRecorderSetup,
  newTarget,
  type RecorderSetup,
} from '../../../../../tests/kit/recorder-setup.ts'
import type { TrafficRecorder } from './recorder.ts'

const soon = { timeout: 20_000 }
const server = { address: '198.51.100.2', port: 9999 }

describe.each(['disk', 's3'] as const)('a recorder that stores its captures on %s', (kind) => {
  let setup: RecorderSetup
  let recorder: TrafficRecorder
  beforeEach(async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValue()
    setup = await createRecorderSetup(kind)
    recorder = setup.recorder()
  })
  afterEach(() => setup.close())

  const begin = (target = newTarget(), client = '192.0.2.1') =>
    recorder.begin(target, target.capture, client, server)
  const growing = () => recorder.growing.list(captureFacts.challengeId)
  const ownKeys = async (): Promise<string[]> =>
    (await setup.keys()).filter((key) => key.startsWith('capture/12/34/'))
  const oneRound = async (): Promise<void> => {
    const other = newTarget({ ...captureFacts, participationId: 35 })
    begin(other).toServer(Buffer.from('other'))
    const isGrowing = () => growing().some((capture) => capture.ref.participationId === 35)
    await expect.poll(isGrowing, soon).toBe(true)
    await recorder.finish(other.id)
  }
  const contentOf = async (key: string): Promise<Buffer> => {
    const stored = await setup.blobs.get(key)
    return gunzipSync(stored === null ? Buffer.alloc(0) : await buffer(stored))
  }

  it('stores a capture half a minute after the last connection ended', async () => {
    const target = newTarget()
    const [one, two] = [begin(target), begin(target)]
    one.toServer(Buffer.from('hello'))
    one.end('client')
    setup.clock.advance(60_000)
    two.toClient(Buffer.from('world'))
    await expect.poll(() => growing().length, soon).toBe(1)
    expect(await setup.keys()).toEqual([])
    two.end('server')
    setup.clock.advance(29_999)
    await oneRound()
    expect(await ownKeys()).toEqual([])
    setup.clock.advance(1)
    await expect.poll(ownKeys, soon).toHaveLength(1)
    const [key = ''] = await ownKeys()
    const [first] = target.id.replaceAll('-', '').match(/^.{12}/) ?? []
    expect(key).toMatch(new RegExp(`^capture/12/34/${first}-[0-9a-z]{13}\\.pcap\\.gz$`))
    const content = await contentOf(key)
    for (const part of ['"Flag": "flag{captured}"', 'hello', 'world'])
      expect(content.includes(part)).toBe(true)
    await expect.poll(setup.spooled, soon).toEqual([])
    expect(growing()).toEqual([])
  })

  it('goes on with the same file for who comes back in time, and with another later', async () => {
    const target = newTarget()
    begin(target).end('client')
    setup.clock.advance(29_000)
    begin(target).end('client')
    setup.clock.advance(29_000)
    begin(target).end('client')
    setup.clock.advance(30_000)
    await expect.poll(setup.keys, soon).toHaveLength(1)
    begin(target).end('client')
    setup.clock.advance(30_000)
    await expect.poll(setup.keys, soon).toHaveLength(2)
  })

  it('keeps containers and teams apart', async () => {
    const targets = [
      newTarget(),
      newTarget(),
      newTarget({ ...captureFacts, participationId: 35 }),
      newTarget({ ...captureFacts, challengeId: 13 }),
    ]
    for (const target of targets) begin(target).toServer(Buffer.from(target.id))
    await Promise.all(targets.map(({ id }) => recorder.finish(id)))
    const keys = await setup.keys()
    expect(keys).toHaveLength(4)
    for (const { id, capture } of targets) {
      const start = `capture/${capture.challengeId}/${capture.participationId}/${id.slice(0, 8)}`
      const key = keys.find((each) => each.startsWith(start)) ?? ''
      const content = await contentOf(key)
      expect(targets.filter((target) => content.includes(target.id)).map((target) => target.id)).toEqual([id])
    }
  })

  it('stores at once what belongs to a container that is no more', async () => {
    const target = newTarget()
    const [one] = [begin(target), begin(target)]
    one.toServer(Buffer.from('before'))
    await recorder.finish(target.id)
    one.toServer(Buffer.from('after'))
    one.end('client')
    const keys = await setup.keys()
    expect(keys).toHaveLength(1)
    const content = await contentOf(keys[0] ?? '')
    expect([content.includes('before'), content.includes('after')]).toEqual([true, false])
    expect(growing()).toEqual([])
    await recorder.finish(target.id)
    await recorder.finish('never heard of')
    expect(await setup.keys()).toEqual(keys)
  })

  it('waits for what is just being packed', async () => {
    let packing: () => void = () => undefined
    const started = new Promise<void>((resolve) => {
      packing = resolve
    })
    recorder = setup.recorder({
      folder: 'watched',
      writing(work) {
        const done = work()
        packing()
        return done
      },
    })
    const target = newTarget()
    begin(target).toServer(Buffer.from('the only words'))
    await started
    await recorder.finish(target.id)
    const [key = ''] = await setup.keys()
    expect((await contentOf(key)).includes('the only words')).toBe(true)
  })

  it('shows what it has written while it grows', async () => {
    const recording = begin()
    recording.toServer(randomBytes(10_000))
    await expect.poll(() => growing()[0]?.size, soon).toBeGreaterThan(10_000)
    const early = growing()[0]
    if (early === undefined) throw new Error('nothing grows')
    const whole = { start: 0, end: early.size - 1 }
    const before = await buffer((await early.open(whole)) ?? Readable.from([]))
    expect(gunzipSync(before).length).toBeGreaterThan(10_000)
    recording.toClient(Buffer.from('more of it'))
    await expect.poll(() => growing()[0]?.size, soon).toBeGreaterThan(early.size)
    const later = await buffer((await growing()[0]?.open(whole)) ?? Readable.from([]))
    expect(later.equals(before)).toBe(true)
    expect(growing()[0]).toMatchObject({ modified: new Date(setup.clock.now()) })
    expect(recorder.growing.list(13)).toEqual([])
  })

  it('throws away what grows, and starts again with what goes on', async () => {
    const target = newTarget()
    const recording = begin(target)
    recording.toServer(Buffer.from('unwanted'))
    await expect.poll(() => growing().length, soon).toBe(1)
    const [first] = growing()
    if (first === undefined) throw new Error('nothing grows')
    await recorder.growing.discard(first.ref)
    expect([growing(), await setup.spooled(), await setup.keys()]).toEqual([[], [], []])
    expect(await first.open({ start: 0, end: 0 })).toBeNull()
    recording.toServer(Buffer.from('wanted again'))
    recording.end('client')
    await recorder.finish(target.id)
    const [key = '', ...more] = await setup.keys()
    expect(more).toEqual([])
    expect(key).not.toContain(first.ref.name)
    const content = await contentOf(key)
    expect([content.includes('unwanted'), content.includes('wanted again')]).toEqual([false, true])
    expect(content.includes('flag{captured}')).toBe(true)
  })

  it('leaves nothing of a discarded container that nobody uses again', async () => {
    const target = newTarget()
    begin(target).end('client')
    await expect.poll(() => growing().length, soon).toBe(1)
    await Promise.all(growing().map((each) => recorder.growing.discard(each.ref)))
    setup.clock.advance(30_000)
    await recorder.finish(target.id)
    expect([await setup.spooled(), await setup.keys()]).toEqual([[], []])
  })

  it('stores everything when the server stops, and records nothing afterwards', async () => {
    const open = begin()
    open.toServer(Buffer.from('the last words'))
    begin().end('client')
    await recorder.close()
    expect(await setup.keys()).toHaveLength(2)
    expect(await setup.spooled()).toEqual([])
    open.toServer(Buffer.from('late'))
    begin().toServer(Buffer.from('later'))
    expect(await setup.keys()).toHaveLength(2)
  })

  it('lets other processes see a copy, until the whole is stored', async () => {
    recorder = setup.recorder({ folder: 'with-copies', copies: true })
    const target = newTarget()
    const recording = begin(target)
    recording.toServer(Buffer.from('first'))
    await expect.poll(() => growing().length, soon).toBe(1)
    expect(await setup.keys()).toEqual([])
    setup.clock.advance(5_000)
    await expect.poll(setup.keys, soon).toHaveLength(1)
    const [key = ''] = await setup.keys()
    expect((await contentOf(key)).includes('first')).toBe(true)
    recording.toServer(randomBytes(100_000))
    recording.toServer(Buffer.from('second'))
    await expect.poll(() => growing()[0]?.size, soon).toBeGreaterThan(100_000)
    expect((await contentOf(key)).includes('second')).toBe(false)
    setup.clock.advance(5_000)
    await expect.poll(async () => (await contentOf(key)).includes('second'), soon).toBe(true)
    // Too little to copy all of it again within a minute.
    const { size } = (await setup.blobs.stat(key)) ?? { size: 0 }
    recording.toServer(Buffer.from('third'))
    await expect.poll(() => growing()[0]?.size, soon).toBeGreaterThan(size)
    setup.clock.advance(59_000)
    await oneRound()
    expect((await contentOf(key)).includes('third')).toBe(false)
    setup.clock.advance(1_000)
    await expect.poll(async () => (await contentOf(key)).includes('third'), soon).toBe(true)
    recording.toServer(Buffer.from('fourth'))
    await recorder.finish(target.id)
    expect(await ownKeys()).toEqual([key])
    expect((await contentOf(key)).includes('fourth')).toBe(true)
  })

  it('throws away what another process records, its copy too', async () => {
    const other = setup.recorder({ folder: 'elsewhere', copies: true })
    const target = newTarget()
    const recording = other.begin(target, target.capture, '192.0.2.1', server)
    await expect.poll(() => other.growing.list(12).length, soon).toBe(1)
    setup.clock.advance(5_000)
    await expect.poll(setup.keys, soon).toHaveLength(1)
    const [{ ref: where } = { ref: null }] = other.growing.list(12)
    if (where === null) throw new Error('nothing grows')
    await recorder.growing.discard(where)
    await expect.poll(setup.keys, soon).toEqual([])
    expect(other.growing.list(12)).toEqual([])
    recording.end('client')
    await other.close()
    expect(await setup.keys()).toEqual([])
  })
})
