import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { skipReason, withSkipReason } from '../../tests/kit/skip-reason.ts'
import { signChecksums, writeChecksums } from './checksums.mjs'

const keygen = (args: string[], input = '') => spawnSync('ssh-keygen', args, { input, encoding: 'utf8' })
const noKeygen = skipReason(keygen(['-?']).error === undefined, 'ssh-keygen is not installed')

const folderWithList = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'a.tar.gz'), 'abc')
  writeFileSync(path.join(folder, 'SHA256SUMS.sig'), 'of another list')
  writeChecksums(folder, ['a.tar.gz'])
  return folder
}

it('lists checksums as sha256sum does, and removes the signature of an older list', () => {
  const folder = folderWithList()
  expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.tar.gz\n',
  )
  expect(existsSync(path.join(folder, 'SHA256SUMS.sig'))).toBe(false)
})

describe.skipIf(noKeygen)(withSkipReason('a signature', noKeygen), () => {
  it('holds for the list and its signer, and for nothing else', () => {
    const folder = folderWithList()
    const key = path.join(folder, 'key')
    keygen(['-q', '-t', 'ed25519', '-N', '', '-f', key])
    signChecksums(folder, key)
    const signers = path.join(folder, 'signers')
    writeFileSync(signers, `security@ctf.example ${readFileSync(`${key}.pub`, 'utf8')}`)
    const signature = path.join(folder, 'SHA256SUMS.sig')
    const verify = (list: string) => {
      const who = ['-f', signers, '-I', 'security@ctf.example']
      return keygen(['-Y', 'verify', ...who, '-n', 'file', '-s', signature], list).status
    }
    const list = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
    expect(verify(list)).toBe(0)
    expect(verify(`${list}more`)).not.toBe(0)
  })

  it('fails without the key', () => {
    const folder = folderWithList()
    expect(() => signChecksums(folder, path.join(folder, 'nowhere'))).toThrow(/couldn't be signed/)
  })
})
