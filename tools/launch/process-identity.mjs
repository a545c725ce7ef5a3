// @ts-check
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * A later process with the same id has another text; undefined when there is no such process, or only a
 * zombie.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function startOf(pid) {
  if (process.platform === 'linux') return readProc(pid)?.start
  if (process.platform === 'win32') return exists(pid) ? 'running' : undefined
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}

/** Process ids are unique within one boot of a machine and one process namespace. */
export function machineIdentity() {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * Zombies don't count: in a container they may stay forever.
 *
 * @param {number} group
 */
export function groupIsAlive(group) {
  if (process.platform === 'linux')
    return readdirSync('/proc').some((name) => /^\d+$/.test(name) && readProc(Number(name))?.group === group)
  return process.platform !== 'win32' && exists(-group)
}

/**
 * @param {number} pid
 * @returns {{ group: number, start: string | undefined } | undefined} nothing for the remains of an ended process
 */
function readProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain anything. State, parent, and group follow, and the start 17 fields
    // later.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X'
      ? undefined
      : { group: Number(fields[2]), start: fields[19] }
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function exists(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
