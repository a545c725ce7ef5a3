import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { skipReason } from '../kit/skip-reason.ts'
import { type ControlGroup, openControlGroup } from './control-group.ts'

export type LimitedMemory = Pick<ControlGroup, 'close' | 'enter'> & {
  /** How often a process was killed for memory. */
  kills(): number
}

export const limitMemory = (bytes: number): LimitedMemory => {
  const { folder, enter, close } = openControlGroup('memory')
  const first = path.join(folder, 'memory.limit_in_bytes')
  writeFileSync(existsSync(first) ? first : path.join(folder, 'memory.max'), String(bytes))
  const read = (name: string): string => {
    const file = path.join(folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return {
    enter,
    kills: () =>
      Number(/^oom_kill (\d+)$/m.exec(`${read('memory.oom_control')}\n${read('memory.events')}`)?.[1] ?? 0),
    close,
  }
}

const canLimit = (): boolean => {
  try {
    limitMemory(1_048_576).close()
    return true
  } catch {
    return false
  }
}

export const memoryLimitMissing = (): string | null =>
  skipReason(canLimit(), 'only root can limit memory, and only where control groups can be written')
