// @ts-check
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

/** @typedef {import('./tar.mjs').Entry} Entry */

const passwd = 'root:x:0:0::/:/\nnode:x:1000:1000::/:/\n'

/**
 * Lets services run where no base image can be fetched.
 *
 * @returns {Entry[]}
 */
export function nodeFiles() {
  const node = realpathSync(process.execPath)
  const libraries = execFileSync('ldd', [node], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
    .split('\n')
    .flatMap((line) => /(?:=> |^\s*)(\/\S+) \(/.exec(line)?.[1] ?? [])
  return [
    { name: 'etc/passwd', mode: 0o644, content: { bytes: Buffer.from(passwd) } },
    { name: 'usr/local/bin/node', mode: 0o755, content: { file: node } },
    ...[...new Set(libraries)].map((file) => ({ name: file.slice(1), mode: 0o755, content: { file } })),
  ]
}
