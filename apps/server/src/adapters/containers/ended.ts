import type { ContainerEnd } from '../../ports/containers.ts'

// A process that a signal ends has this plus the signal's number as its code.
const signals = 128
const lastSignal = 64

export const endOfCode = (exitCode: number): ContainerEnd => ({
  reason: exitCode > signals && exitCode <= signals + lastSignal ? 'Killed' : 'Exited',
  exitCode,
})

export const removed: ContainerEnd = { reason: 'Removed', exitCode: null }
