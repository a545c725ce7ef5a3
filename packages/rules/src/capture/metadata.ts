import { addressBytes } from './address.ts'
import { datagramRecord } from './datagram.ts'
import { firstPort } from './port.ts'

export type CaptureMetadata = {
  readonly challengeId: number
  readonly challengeTitle: string
  readonly teamId: number
  readonly teamName: string
  readonly runtimeId: string
  readonly flag: string | null
}

/** Organizers' tools read it from the first packet of a file. */
export const metadataText = (about: CaptureMetadata): string =>
  JSON.stringify(
    {
      Challenge: about.challengeTitle,
      ChallengeId: about.challengeId,
      Team: about.teamName,
      TeamId: about.teamId,
      ContainerId: about.runtimeId,
      Flag: about.flag,
    },
    null,
    2,
  )

export const metadataRecord = (text: Uint8Array, client: Uint8Array, micros: number): Uint8Array =>
  datagramRecord(
    {
      from: { address: addressBytes('::'), port: 65_535 },
      to: { address: client, port: firstPort },
    },
    text,
    micros,
  )
