import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import path from 'node:path'

const root = '/sys/fs/cgroup'

export type ControlGroup = {
  readonly folder: string
  /** What a shell runs to take itself, and all that it starts, in. */
  readonly enter: string
  close(): void
}

export const openControlGroup = (kind: 'cpu' | 'memory'): ControlGroup => {
  // Version 1 of control groups has a tree for each kind.
  const tree = path.join(root, kind)
  const folder = path.join(existsSync(tree) ? tree : root, `pennant-test-${kind}-${process.pid}`)
  mkdirSync(folder)
  return {
    folder,
    enter: `echo $$ > ${path.join(folder, 'cgroup.procs')}`,
    close: () => rmdirSync(folder),
  }
}
