// @ts-check
import { execFileSync } from 'node:child_process'
import { npmCommand } from '../launch/npm-command.mjs'

/**
 * The packages of all platforms, as locked.
 *
 * @param {import('./source.mjs').Source} source
 */
export function sbomOf({ root, date }) {
  const npm = npmCommand()
  const flags = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const text = execFileSync(npm.command, [...npm.args, 'sbom', ...flags], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return `${JSON.stringify(reproducible(JSON.parse(text), date), null, 2)}\n`
}

/**
 * Without what differs between two runs: the number, the time, and the name of the folder.
 *
 * @param {any} sbom
 * @param {Date} date
 */
export function reproducible({ serialNumber: _, metadata, ...sbom }, date) {
  const { component, ...rest } = metadata
  return {
    ...sbom,
    metadata: { ...rest, timestamp: date.toISOString(), component: { ...component, name: 'pennant' } },
  }
}
