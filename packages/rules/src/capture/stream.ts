export type Side = 'client' | 'server'

export type StreamState = Readonly<Record<Side, number>>

export const tcpFlags = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16 } as const

export type Segment = {
  readonly by: Side
  readonly sequence: number
  readonly acknowledged: number
  readonly flags: number
  readonly payload: Uint8Array
}
export type Step = { readonly state: StreamState; readonly segments: readonly Segment[] }

/** Fits into a frame of 1514 bytes, the usual size. */
export const mostPayload = 1440
const segmentsPerAcknowledgement = 16
const nothing: Uint8Array = new Uint8Array(0)
const { fin, syn, rst, psh, ack } = tcpFlags

const other = (side: Side): Side => (side === 'client' ? 'server' : 'client')

const after = (state: StreamState, by: Side, count: number): StreamState => ({
  ...state,
  [by]: (state[by] + count) >>> 0,
})

const segment = (state: StreamState, by: Side, flags: number, payload = nothing): Segment => ({
  by,
  sequence: state[by],
  acknowledged: state[other(by)],
  flags,
  payload,
})

export const openStream = (first: StreamState): Step => {
  const greeted = after(first, 'client', 1)
  const state = after(greeted, 'server', 1)
  return {
    state,
    segments: [
      { ...segment(first, 'client', syn), acknowledged: 0 },
      segment(greeted, 'server', syn | ack),
      segment(state, 'client', ack),
    ],
  }
}

export const sendBytes = (before: StreamState, by: Side, bytes: Uint8Array): Step => {
  const segments: Segment[] = []
  let state = before
  for (let sent = 0, count = 1; sent < bytes.length; count++) {
    const payload = bytes.subarray(sent, sent + mostPayload)
    sent += payload.length
    const last = sent === bytes.length
    segments.push(segment(state, by, last ? psh | ack : ack, payload))
    state = after(state, by, payload.length)
    if (last || count % segmentsPerAcknowledgement === 0) segments.push(segment(state, other(by), ack))
  }
  return { state, segments }
}

/** Leaves a gap that shows in the file. */
export const skipBytes = (state: StreamState, by: Side, count: number): StreamState => after(state, by, count)

export const closeStream = (state: StreamState, by: Side | 'reset'): readonly Segment[] => {
  if (by === 'reset') return [segment(state, 'client', rst | ack)]
  const half = after(state, by, 1)
  const whole = after(half, other(by), 1)
  return [segment(state, by, fin | ack), segment(half, other(by), fin | ack), segment(whole, by, ack)]
}
