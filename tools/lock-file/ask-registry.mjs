// @ts-check
import { spawn } from 'node:child_process'
import { npmCommand } from '../launch/npm-command.mjs'
import { advisoriesOf } from './advisories.mjs'

/**
 * @param {string} root  where the lock file is
 * @returns {Promise<{ advisories: import('./advisories.mjs').Advisory[] } | { refusal: string }>}
 */
export async function askRegistry(root) {
  const { command, args } = npmCommand()
  const flags = ['--json', '--audit', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=30000']
  const child = spawn(command, [...args, 'audit', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  /** @type {Buffer[]} */
  const parts = []
  child.stdout.on('data', (part) => parts.push(part))
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const report = parse(Buffer.concat(parts).toString('utf8'))
  const advisories = advisoriesOf(report)
  return advisories ? { advisories } : { refusal: refusalOf(report) }
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Leaves out the registry's address.
 *
 * @param {unknown} report
 */
function refusalOf(report) {
  const message =
    typeof report === 'object' && report !== null && 'message' in report
      ? String(report.message)
      : 'npm gave no report'
  return message.replace(/\s*-? ?\b(GET|POST)? ?https?:\/\/\S+/, '').trim()
}
