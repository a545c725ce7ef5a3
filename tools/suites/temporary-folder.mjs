// @ts-check
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

/** More than twice of what any suite was seen to need. */
const enoughBytes = 8 * 2 ** 30

/**
 * In memory where there is plenty: a fifth of the processor time of tests with a database goes to files of a disk.
 *
 * @param {{ memory?: string, enough?: number }} [options]
 * @returns {string}
 */
export function makeTemporaryFolder({ memory = '/dev/shm', enough = enoughBytes } = {}) {
  const folder = makeInMemory(memory, enough) ?? mkdtempSync(path.join(tmpdir(), 'pennant-'))
  // Tests that run as root start a database there, under another account.
  chmodSync(folder, 0o1777)
  return folder
}

/**
 * @param {string} memory
 * @param {number} enough
 * @returns {string | undefined}
 */
function makeInMemory(memory, enough) {
  let folder
  try {
    removeAbandoned(memory)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, freemem()) < enough) return undefined
    folder = mkdtempSync(path.join(memory, `pennant-${process.pid}-`))
    if (canExecute(folder)) return folder
  } catch {
    // There is no such folder, or it is not ours to write.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  return undefined
}

/**
 * What a killed run has left occupies memory until it is removed.
 *
 * @param {string} memory
 */
function removeAbandoned(memory) {
  for (const name of readdirSync(memory)) {
    const pid = /^pennant-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(memory, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Some systems forbid programs there, and tests copy programs into their folders.
 *
 * @param {string} folder
 */
function canExecute(folder) {
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
