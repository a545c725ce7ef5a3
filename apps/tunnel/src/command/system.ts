import { randomBytes } from 'node:crypto'
import { createProbe, type Probe } from '../probe/probe.ts'
import { program } from '../paths.ts'

/** Shorter than the time between two probes. */
const probeTimeoutMs = 4000

export const createOwnProbe = (): Probe =>
  createProbe({ userAgent: program, timeoutMs: probeTimeoutMs, now: () => performance.now() })

export const every = (ms: number, call: () => void): (() => void) => {
  const timer = setInterval(call, ms)
  return () => clearInterval(timer)
}

export const randomLabel = (): string => `inst-${randomBytes(4).readUInt32BE().toString(16).padStart(6, '0')}`
