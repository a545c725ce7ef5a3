// @ts-check
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { signalGroup } from './process-group.mjs'
import { machineIdentity, startOf } from './process-identity.mjs'

/**
 * One process at a time may install or build in a clone. The lock file names its holder; a dead holder's lock
 * is taken over, after its child processes are ended.
 *
 * @typedef {{ pid: number, start: string | undefined }} ProcessRef
 * @typedef {{ id: string, machine: string, holder: ProcessRef, child: ProcessRef | null }} Claim
 * @typedef {object} CloneLock
 * @property {(pid: number | null) => void} working  names the process group that now works for the holder
 * @property {() => void} release
 */

const pollMs = 200
const heartbeatMs = 2_000
/** A holder in another container or on another machine shows that it is alive by touching the file. */
const silentForMs = 30_000
/** The longest time between creating a file here and filling or removing it. */
const halfDoneForMs = 5_000

/**
 * @param {string} root
 * @param {{ signal: AbortSignal, onWait: (pid: number) => void }} options
 * @returns {Promise<CloneLock>} rejects with the file system's error when the clone can't be written
 */
export async function lockClone(root, { signal, onWait }) {
  const file = path.join(root, '.launch.lock')
  /** @type {Claim} */
  const claim = {
    id: randomUUID(),
    machine: machineIdentity(),
    holder: { pid: process.pid, start: startOf(process.pid) },
    child: null,
  }
  let announced = false
  while (!create(file, JSON.stringify(claim))) {
    signal.throwIfAborted()
    const other = read(file)
    if (other && isStale(other)) takeOver(file, other)
    else if (other?.claim && !announced) {
      announced = true
      onWait(other.claim.holder.pid)
    }
    await new Promise((done) => setTimeout(done, pollMs))
  }
  return held(file, claim)
}

/**
 * @param {string} file
 * @param {Claim} claim
 * @returns {CloneLock}
 */
function held(file, claim) {
  const isMine = () => read(file)?.claim?.id === claim.id
  const heartbeat = setInterval(() => {
    if (isMine()) utimesSync(file, new Date(), new Date())
  }, heartbeatMs)
  heartbeat.unref()
  return {
    working: (pid) => {
      if (!isMine()) return
      const child = pid === null ? null : { pid, start: startOf(pid) }
      const next = `${file}.${claim.id}`
      create(next, JSON.stringify({ ...claim, child }))
      renameSync(next, file)
    },
    release: () => {
      clearInterval(heartbeat)
      if (isMine()) rmSync(file, { force: true })
    },
  }
}

/**
 * @typedef {{ text: string, claim: Claim | undefined, ageMs: number }} Found
 * @param {Found} found
 */
function isStale({ claim, ageMs }) {
  if (!claim) return ageMs > halfDoneForMs
  if (claim.machine !== machineIdentity()) return ageMs > silentForMs
  return !isAlive(claim.holder)
}

/**
 * Two processes may find the same stale lock. Only the holder of the second file may remove it, after
 * checking that the lock is unchanged.
 *
 * @param {string} file
 * @param {Found} stale
 */
function takeOver(file, stale) {
  const guard = `${file}.taking`
  if (!create(guard, String(process.pid))) {
    const left = read(guard)
    if (left && left.ageMs > halfDoneForMs) rmSync(guard, { force: true })
    return
  }
  try {
    if (read(file)?.text !== stale.text) return
    const child = stale.claim?.machine === machineIdentity() ? stale.claim.child : null
    if (child && isAlive(child)) signalGroup(child.pid, 'SIGKILL')
    rmSync(file, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

/** @param {ProcessRef} ref */
function isAlive({ pid, start }) {
  return start !== undefined && startOf(pid) === start
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {boolean} false when it exists already
 */
function create(file, text) {
  try {
    const fd = openSync(file, 'wx')
    try {
      writeSync(fd, text)
    } finally {
      closeSync(fd)
    }
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * @param {string} file
 * @returns {Found | undefined}
 */
function read(file) {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, claim: parse(text), ageMs: Date.now() - statSync(file).mtimeMs }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * @param {string} text
 * @returns {Claim | undefined}
 */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
