// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../launch/npm-command.mjs'
import { ReleaseFault } from './fault.mjs'

/**
 * The clone has the parts of its own platform. npm fetches the others, and compares them with their checksums.
 *
 * @param {string} root
 * @param {import('./native-parts.mjs').Parts} parts
 * @param {{ target: string, folder: string }} options  the folder to fetch to
 * @returns {string} the folder that has them in its node_modules
 */
export function fetchParts(root, parts, { target, folder }) {
  if (Object.keys(parts).every((place) => existsSync(path.join(root, place, 'package.json')))) return root
  // The parts don't say what platform they are for, so npm installs them wherever it runs.
  const project = { dependencies: Object.fromEntries(directOnes(parts)) }
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages: { '': project, ...parts } }),
  )
  const npm = npmCommand()
  const { status, stderr } = spawnSync(
    npm.command,
    [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new ReleaseFault(
      `The native parts of ${target} couldn't be fetched: leave this target out with --target, or connect to a registry.\n${stderr}`,
    )
  return folder
}

/**
 * @param {import('./native-parts.mjs').Parts} parts
 * @returns {[string, string][]}
 */
const directOnes = (parts) =>
  Object.entries(parts).flatMap(([place, { version }]) => {
    const name = place.slice('node_modules/'.length)
    return name.includes('node_modules/') ? [] : [[name, version]]
  })
