import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readTarGz, readZip, writeZip } from './archive.mjs'

it('reads the zips that it writes', () => {
  const files = [
    { name: 'a/b.txt', bytes: Buffer.from('text') },
    { name: 'ü.bin', bytes: Buffer.alloc(3000, 7) },
  ]
  expect(readZip(writeZip(files))).toEqual(files)
})

it('reads the archives of tar', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'a.txt'), 'text')
  execFileSync('tar', ['-czf', 'a.tar.gz', 'a.txt'], { cwd: folder })
  expect(readTarGz(readFileSync(path.join(folder, 'a.tar.gz')))).toEqual([
    { name: 'a.txt', bytes: Buffer.from('text') },
  ])
})
