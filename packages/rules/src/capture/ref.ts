export type CaptureRef = {
  readonly challengeId: number
  readonly participationId: number
  readonly name: string
}

const extension = '.pcap.gz'

export const captureName = (containerId: string, connectionId: string): string =>
  `${containerId.replaceAll('-', '').slice(0, 12)}-${connectionId}${extension}`

export const captureFolder = (challengeId: number, participationId?: number): string =>
  participationId === undefined ? `capture/${challengeId}/` : `capture/${challengeId}/${participationId}/`

export const captureKey = ({ challengeId, participationId, name }: CaptureRef): string =>
  captureFolder(challengeId, participationId) + name

/** Null for any other key. */
export const captureRefOf = (key: string): CaptureRef | null => {
  const [, challengeId, participationId, name] =
    /^capture\/(\d{1,10})\/(\d{1,10})\/([\w-]+\.pcap\.gz)$/.exec(key) ?? []
  if (name === undefined) return null
  return { challengeId: Number(challengeId), participationId: Number(participationId), name }
}
