import { metadataRecord, metadataText } from '@pennant/rules/capture/metadata'
import type { Host } from '@pennant/rules/capture/packet'
import { pcapHeader } from '@pennant/rules/capture/pcap'
import { connectionPort, firstNumbers } from '@pennant/rules/capture/port'
import { segmentRecords } from '@pennant/rules/capture/segment'
import {
  closeStream,
  openStream,
  type Segment,
  sendBytes,
  type Side,
  skipBytes,
} from '@pennant/rules/capture/stream'
import type { Clock } from '../../ports/clock.ts'
import type { CaptureFacts } from '../target.ts'
import type { CaptureFile } from './capture-file.ts'

type Sink = Pick<CaptureFile, 'offer' | 'isGone'>

// Larger data is split, so that a part of it may find room.
const most = 64 * 1024

export const createPacketWriter = (
  file: Sink,
  about: { facts: CaptureFacts; client: Uint8Array },
  clock: Clock,
) => {
  const ports = new Set<number>()
  let count = 0
  let micros = 0

  // Times never run back, even if the clock does.
  const times = (packets: number): number => {
    const first = Math.max(clock.now() * 1000, micros)
    micros = first + packets
    return first
  }

  const text = Buffer.from(metadataText(about.facts))
  const first = Buffer.concat([pcapHeader(), metadataRecord(text, about.client, times(1))])
  file.offer(first, { urgent: true, packets: 1 })

  return {
    get isGone(): boolean {
      return file.isGone
    },

    connect(client: Uint8Array, server: Host) {
      const given = connectionPort(count + 1, ports)
      count = given.count
      const { port } = given
      ports.add(port)
      const hosts = { client: { address: client, port }, server }
      const write = (segments: readonly Segment[], urgent: boolean): boolean =>
        file.offer(segmentRecords(hosts, segments, times(segments.length)), {
          urgent,
          packets: segments.length,
        })

      const opened = openStream(firstNumbers(count))
      let { state } = opened
      write(opened.segments, true)

      return {
        send(by: Side, bytes: Uint8Array): void {
          for (let at = 0; at < bytes.length; at += most) {
            const part = bytes.subarray(at, at + most)
            const sent = sendBytes(state, by, part)
            state = write(sent.segments, false) ? sent.state : skipBytes(state, by, part.length)
          }
        },
        end(by: Side | 'reset'): void {
          write(closeStream(state, by), true)
          ports.delete(port)
        },
      }
    },
  }
}

export type PacketWriter = ReturnType<typeof createPacketWriter>
