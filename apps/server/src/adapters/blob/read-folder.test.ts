import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LinkInFolder, readFolder } from './read-folder.ts'

let outside: string
let root: string
beforeEach(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'pennant-read-'))
  root = path.join(outside, 'files')
  await mkdir(path.join(root, 'capture/1/1'), { recursive: true })
  await writeFile(path.join(outside, 'secret.key'), 'secret')
  await writeFile(path.join(root, 'capture/1/1/a.pcap.gz'), 'packets')
})
afterEach(() => rm(outside, { recursive: true }))

const keysOf = async (folder: ReturnType<typeof readFolder>, prefix = 'capture/'): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of folder.list(prefix)) keys.push(key)
  return keys
}

describe('a folder of someone else', () => {
  it('is read', async () => {
    const folder = readFolder(root)
    expect(await keysOf(folder)).toEqual(['capture/1/1/a.pcap.gz'])
    const bytes = await folder.get('capture/1/1/a.pcap.gz')
    expect(bytes === null ? null : await text(bytes)).toBe('packets')
    expect(await folder.stat('capture/1/1/a.pcap.gz')).toMatchObject({ size: 7 })
    for (const nothing of ['capture/1', 'capture/1/1/b.pcap.gz', 'capture/1/1/a.pcap.gz/c']) {
      expect(await folder.get(nothing)).toBeNull()
      expect(await folder.stat(nothing)).toBeNull()
    }
    expect(await keysOf(folder, 'nothing/')).toEqual([])
  })

  it('is read through a link that leads to it', async () => {
    await symlink(root, path.join(outside, 'link'))
    expect(await readFolder(path.join(outside, 'link')).stat('capture/1/1/a.pcap.gz')).toMatchObject({
      size: 7,
    })
  })

  it.each([
    ['of a file', 'capture/1/1/b.pcap.gz', 'secret.key', 'capture/1/1/b.pcap.gz'],
    ['of a folder', 'capture/2', '.', 'capture/2/secret.key'],
    ['of all of it', 'uploads', '.', 'uploads/secret.key'],
    ['to a file in it', 'capture/1/1/c.pcap.gz', 'files/capture/1/1/a.pcap.gz', 'capture/1/1/c.pcap.gz'],
  ])('has no link %s that is followed', async (_what, at, to, key) => {
    await symlink(path.join(outside, to), path.join(root, at))
    const folder = readFolder(root)
    await expect(folder.get(key)).rejects.toThrow(LinkInFolder)
    await expect(folder.stat(key)).rejects.toThrow(LinkInFolder)
    const [top = ''] = at.split('/')
    expect(await keysOf(folder, `${top}/`)).toContain(at)
    expect(await keysOf(folder, `${top}/`)).not.toContain('capture/2/secret.key')
  })
})
