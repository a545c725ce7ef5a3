import type { Clock } from '../../../ports/clock.ts'

type Refusal = { readonly method: string; readonly path: string; readonly why: string }
export type Tell = (refusal: Refusal & { readonly refused: number }) => void

const mostLines = 20
const spanMs = 10_000

/** Counts all and tells of some, so that a server that asks without end fills no disk. */
export const createRefusals = (clock: Clock, tell: Tell) => {
  let refused = 0
  let span = { from: 0, lines: 0 }
  return {
    get count() {
      return refused
    },
    note(method: string, target: string, why: string): void {
      refused += 1
      const now = clock.now()
      if (now - span.from >= spanMs) span = { from: now, lines: 0 }
      span.lines += 1
      // Parameters may hold flags.
      const path = (target.split('?')[0] ?? '').slice(0, 200)
      if (span.lines <= mostLines) tell({ method, path, why, refused })
    },
  }
}
