import { addressBytes } from '@pennant/rules/capture/address'
import type { Side } from '@pennant/rules/capture/stream'
import type { Clock } from '../../ports/clock.ts'
import type { CaptureFacts, Endpoint, Recording } from '../target.ts'
import type { CaptureFile } from './capture-file.ts'
import { createPacketWriter, type PacketWriter } from './packet-writer.ts'

export const createContainerCapture = (clock: Clock, facts: CaptureFacts, newFile: () => CaptureFile) => {
  const open = new Set<Recording>()
  let current: { file: CaptureFile; writer: PacketWriter } | null = null
  let idleSince = clock.now()

  const writerFor = (client: Uint8Array): PacketWriter => {
    if (current === null || current.file.isGone) {
      const file = newFile()
      current = { file, writer: createPacketWriter(file, { facts, client }, clock) }
    }
    return current.writer
  }

  return {
    begin(client: string, server: Endpoint): Recording {
      const address = addressBytes(client)
      const host = { address: addressBytes(server.address), port: server.port }
      let writer = writerFor(address)
      let connection = writer.connect(address, host)
      let ended = false

      const send = (by: Side, bytes: Uint8Array): void => {
        if (ended || bytes.length === 0) return
        if (writer.isGone) {
          writer = writerFor(address)
          connection = writer.connect(address, host)
        }
        connection.send(by, bytes)
      }

      const recording: Recording = {
        toServer: (bytes) => send('client', bytes),
        toClient: (bytes) => send('server', bytes),
        end(by) {
          if (ended) return
          ended = true
          open.delete(recording)
          idleSince = clock.now()
          connection.end(by)
        },
      }
      open.add(recording)
      return recording
    },

    end(): CaptureFile | null {
      for (const recording of open) recording.end('reset')
      return current?.file ?? null
    },

    get idleMs(): number {
      return open.size > 0 ? 0 : clock.now() - idleSince
    },
  }
}

export type ContainerCapture = ReturnType<typeof createContainerCapture>
