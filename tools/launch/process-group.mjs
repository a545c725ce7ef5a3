// @ts-check
import { spawn } from 'node:child_process'
import { groupIsAlive } from './process-identity.mjs'

/**
 * @typedef {object} Group
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} ended
 * @property {(graceMs: number) => Promise<void>} stop  SIGTERM to all of them, SIGKILL to who is left after it
 */

/**
 * In its own process group, the command can be ended with everything it started, and gets no Ctrl-C. Rejects
 * when the command can't be started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, stdio: import('node:child_process').StdioOptions }} options
 * @returns {Promise<Group>}
 */
export function startGroup(command, args, { cwd, env = process.env, stdio }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio, detached: process.platform !== 'win32' })
    child.once('error', reject)
    child.once('spawn', () => {
      const pid = child.pid ?? 0
      /** @type {Group['ended']} */
      const ended = new Promise((done) => child.once('close', (code, signal) => done({ code, signal })))
      resolve({ pid, child, ended, stop: (graceMs) => stopGroup(child, pid, graceMs) })
    })
  })
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // No process was left.
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} pid
 * @param {number} graceMs
 */
async function stopGroup(child, pid, graceMs) {
  signalGroup(pid, 'SIGTERM')
  if (await groupEnds(child, pid, graceMs)) return
  signalGroup(pid, 'SIGKILL')
  await groupEnds(child, pid, 2_000)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} pid
 * @param {number} withinMs
 */
async function groupEnds(child, pid, withinMs) {
  const deadline = Date.now() + withinMs
  while (groupLives(child, pid)) {
    if (Date.now() > deadline) return false
    await new Promise((done) => setTimeout(done, 25))
  }
  return true
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} pid
 */
function groupLives(child, pid) {
  const leaderEnded = child.exitCode !== null || child.signalCode !== null
  return !leaderEnded || groupIsAlive(pid)
}
