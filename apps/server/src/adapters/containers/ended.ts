import type { ContainerEnd } from '../../ports/containers.ts'

/** A process that a signal ends has the number of the signal and this as its code. */
const signals = 128
const lastSignal = 64

export const endOfCode = (exitCode: number): ContainerEnd => ({
  reason: exitCode > signals && exitCode <= signals + lastSignal ? 'Killed' : 'Exited',
  exitCode,
})

/** Nothing is left that could say more. */
export const removed: ContainerEnd = { reason: 'Removed', exitCode: null }
