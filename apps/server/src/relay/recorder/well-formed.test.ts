import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byBreadth } from '../../../../../tests/kit/breadth.ts'
import { withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import {
  createRecorderSetup,
  newTarget,
  type RecorderSetup,
} from '../../../../../tests/kit/recorder-setup.ts'
import {
  followedStreams,
  packetFaults,
  packetFields,
  tsharkMissing,
} from '../../../../../tests/kit/tshark.ts'
import type { Recording } from '../target.ts'
import type { TrafficRecorder } from './recorder.ts'

const missing = tsharkMissing()

describe.skipIf(missing)(
  withSkipReason('a capture, read by a program of others', missing),
  { timeout: 120_000 },
  () => {
    let setup: RecorderSetup
    let recorder: TrafficRecorder
    const target = newTarget()
    beforeEach(async () => {
      setup = await createRecorderSetup()
      recorder = setup.recorder()
    })
    afterEach(() => setup.close())

    const begin = (client = '192.0.2.1', address = '198.51.100.2'): Recording =>
      recorder.begin(target, target.capture, client, { address, port: 9999 })
    const grown = async (): Promise<void> => {
      const sizeNow = (): number => recorder.growing.list(12)[0]?.size ?? 0
      const before = sizeNow()
      await expect.poll(sizeNow, patient).toBeGreaterThan(before)
    }
    const finished = async (): Promise<string> => {
      await recorder.finish(target.id)
      const [key = ''] = await setup.keys()
      return setup.fileOf(key)
    }

    it('begins with what it is about', async () => {
      begin('2001:db8::7').end('client')
      const fields = [
        'ipv6.src',
        'udp.srcport',
        'ipv6.dst',
        'udp.dstport',
        'eth.src',
        'eth.dst',
        'udp.payload',
      ]
      const [first] = await packetFields(await finished(), fields)
      expect(first?.slice(0, -1)).toEqual([
        ...['::', '65535', '2001:db8::7', '10001'],
        ...['00:11:00:11:00:11', '00:11:00:11:00:11'],
      ])
      expect(JSON.parse(Buffer.from(first?.at(-1) ?? '', 'hex').toString())).toEqual({
        Challenge: 'Žába & <b> 🏁',
        ChallengeId: 12,
        Team: '第一队',
        TeamId: 56,
        ContainerId: 'f00dcafe',
        Flag: 'flag{captured}',
      })
    })

    it('gives every connection its bytes, in streams without a fault', async () => {
      const sent = [1, 2, 3].map(() => ({ client: [] as Buffer[], server: [] as Buffer[] }))
      const recordings = [begin(), begin('2001:db8::1', '2001:db8::2'), begin()]
      for (let turn = 0; turn < 300; turn++) {
        const index = turn % 3
        const bytes = randomBytes(turn % 50 === 0 ? 200_000 : 1 + ((turn * 37) % 5000))
        if (turn % 7 < 3) recordings[index]?.toServer(bytes)
        else recordings[index]?.toClient(bytes)
        sent[index]?.[turn % 7 < 3 ? 'client' : 'server'].push(Buffer.from(bytes))
        bytes.fill(0)
        if (turn % 20 === 0) setup.clock.advance(3)
        // A clock that is set back must not set the packets back.
        if (turn === 150) setup.clock.advance(-10_000)
        if (turn % 60 === 0) await grown()
      }
      recordings[0]?.end('client')
      recordings[1]?.end('server')
      recordings[2]?.end('reset')
      const file = await finished()
      expect(await packetFaults(file)).toEqual([])
      const streams = await followedStreams(file)
      expect(streams.length).toBe(3)
      for (const [index, { client, server }] of streams.entries()) {
        expect(client.equals(Buffer.concat(sent[index]?.client ?? []))).toBe(true)
        expect(server.equals(Buffer.concat(sent[index]?.server ?? []))).toBe(true)
      }
      const times = (await packetFields(file, ['frame.time_epoch'])).map(([time]) => Number(time))
      expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
      const ports = await packetFields(file, ['tcp.srcport'], 'tcp.flags.syn == 1 && tcp.flags.ack == 0')
      expect(ports).toEqual([['10002'], ['10003'], ['10004']])
      const ends = 'tcp.flags.fin == 1 || tcp.flags.reset == 1'
      expect(await packetFields(file, ['tcp.stream', 'tcp.srcport'], ends)).toEqual([
        ['0', '10002'],
        ['0', '9999'],
        ['1', '9999'],
        ['1', '10003'],
        ['2', '10004'],
      ])
      expect(() => execFileSync('gzip', ['-t', file])).not.toThrow()
    })

    it('can be read while it grows', async () => {
      const recording = begin()
      const sent: Buffer[] = []
      for (let piece = 0; piece < byBreadth(2, 4); piece++) {
        const bytes = randomBytes(50_000)
        sent.push(bytes)
        recording.toClient(bytes)
        await grown()
        const [now] = recorder.growing.list(12)
        const stream = await now?.open({ start: 0, end: now.size - 1 })
        const file = await setup.file('growing.pcap.gz', Buffer.concat((await stream?.toArray()) ?? []))
        expect(await packetFaults(file)).toEqual([])
        const [{ server } = { server: Buffer.alloc(0) }] = await followedStreams(file)
        expect(Buffer.concat(sent).subarray(0, server.length).equals(server)).toBe(true)
      }
      const [whole] = await followedStreams(await finished())
      expect(whole?.server.equals(Buffer.concat(sent))).toBe(true)
    })

    it('begins a connection again in the file that follows a discarded one', async () => {
      const recording = begin()
      recording.toServer(randomBytes(1000))
      await expect.poll(() => recorder.growing.list(12).length, patient).toBe(1)
      for (const { ref: where } of recorder.growing.list(12)) await recorder.growing.discard(where)
      recording.toClient(Buffer.from('goes'))
      recording.toServer(Buffer.from('on'))
      recording.end('server')
      const file = await finished()
      expect(await packetFaults(file)).toEqual([])
      expect(await followedStreams(file)).toEqual([
        { client: Buffer.from('on'), server: Buffer.from('goes') },
      ])
    })

    it('shows where something is missing, and is sound around it', async () => {
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      recorder = setup.recorder({
        folder: 'slow',
        memory: { perFile: 1_000_000, inAll: 2_000_000 },
        writing: async (work) => {
          await held
          return work()
        },
      })
      const recording = begin()
      for (let sent = 0; sent < 30; sent++) recording.toClient(randomBytes(60_000))
      recording.end('client')
      release()
      const file = await finished()
      const [stream, ...more] = await followedStreams(file)
      expect(more).toEqual([])
      expect(stream?.server.length).toBeGreaterThan(700_000)
      expect(stream?.server.length).toBeLessThan(1_000_000)
      expect(await packetFields(file, ['tcp.srcport'], 'tcp.flags.fin == 1')).toEqual([['10002'], ['9999']])
      expect(await packetFields(file, ['frame.number'], '_ws.malformed || tcp.checksum.status != 1')).toEqual(
        [],
      )
      expect((await packetFields(file, ['frame.number'], 'tcp.analysis.lost_segment')).length).toBe(1)
      expect(setup.journal.map(({ level, message }) => [level, message])).toEqual([
        ['Warning', expect.stringMatching(/^Capture [\w-]+\.pcap\.gz lacks \d+ packets/)],
      ])
    })
  },
)
