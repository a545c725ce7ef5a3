// @ts-check
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Recognized by the suite's temporary folder, which every process has in its environment or command line.
 * Only works on Linux.
 *
 * @param {string} folder
 * @returns {{ pid: number, command: string }[]}
 */
function leftovers(folder) {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim()
      const isOurs = command.includes(folder) || read(`/proc/${name}/environ`).includes(folder)
      // Zombies have no command line.
      return isOurs && command ? [{ pid: Number(name), command: command.slice(0, 120) }] : []
    })
}

/**
 * Waits a moment first, since they may end on their own.
 *
 * @param {string} folder
 * @returns {Promise<string[]>} who had to be ended
 */
export async function endLeftovers(folder) {
  for (let tries = 0; tries < 30 && leftovers(folder).length > 0; tries++) await pause(100)
  const stubborn = leftovers(folder)
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    for (const { pid } of leftovers(folder)) send(pid, signal)
    for (let tries = 0; tries < 30 && leftovers(folder).length > 0; tries++) await pause(100)
  }
  return stubborn.map(({ pid, command }) => `${command} (process ${pid})`)
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
