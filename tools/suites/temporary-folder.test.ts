import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.mjs'

let memory: string

beforeEach(() => {
  memory = mkdtempSync(path.join(tmpdir(), 'memory-'))
  return () => rmSync(memory, { recursive: true, force: true })
})

const make = (options: { memory?: string; enough?: number }) => {
  const folder = makeTemporaryFolder({ memory, enough: 0, ...options })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('the temporary folder of a suite', () => {
  it('is in memory, and everybody may write there', () => {
    const folder = make({})
    expect(path.dirname(folder)).toBe(memory)
    expect(statSync(folder).mode & 0o7777).toBe(0o1777)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['there is too little memory', () => ({ enough: Number.MAX_SAFE_INTEGER })],
    ['the system has no such folder', () => ({ memory: path.join(memory, 'nowhere') })],
  ])('is on the disk if %s', (_, options) => {
    expect(path.dirname(make(options()))).toBe(tmpdir())
    expect(readdirSync(memory)).toEqual([])
  })

  it('replaces those that killed runs have left, and leaves the others', () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version'])
    const abandoned = path.join(memory, `pennant-${ended}-Ab12Cd`)
    const others = [`pennant-${process.ppid}-Ab12Cd`, 'other'].map((name) => path.join(memory, name))
    for (const folder of [abandoned, ...others]) mkdirSync(folder)
    make({})
    expect(existsSync(abandoned)).toBe(false)
    expect(others.map((folder) => existsSync(folder))).toEqual([true, true])
  })
})
