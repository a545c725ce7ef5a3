import { spawnSync } from 'node:child_process'

/** Empty where git is not. */
export const headCommit = (): string =>
  spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).stdout?.trim() ?? ''
