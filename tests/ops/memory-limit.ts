import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { skipReason } from '../kit/skip-reason.ts'

const root = '/sys/fs/cgroup'
// Version 1 of control groups has a tree for each kind.
const [tree, limit] = existsSync(path.join(root, 'memory'))
  ? [path.join(root, 'memory'), 'memory.limit_in_bytes']
  : [root, 'memory.max']

export type LimitedMemory = {
  /** What a shell runs to take itself, and all that it starts, in. */
  readonly enter: string
  /** How often a process was killed for memory. */
  kills(): number
  close(): void
}

export const limitMemory = (bytes: number): LimitedMemory => {
  const group = path.join(tree, `pennant-test-${process.pid}`)
  mkdirSync(group)
  writeFileSync(path.join(group, limit), String(bytes))
  const read = (name: string): string => {
    const file = path.join(group, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return {
    enter: `echo $$ > ${path.join(group, 'cgroup.procs')}`,
    kills: () =>
      Number(/^oom_kill (\d+)$/m.exec(`${read('memory.oom_control')}\n${read('memory.events')}`)?.[1] ?? 0),
    close: () => rmdirSync(group),
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
