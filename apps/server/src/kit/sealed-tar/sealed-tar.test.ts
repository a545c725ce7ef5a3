import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { headerOf, largestEntry, sealOf } from './format.ts'
import { DamagedTar, openSealedTar } from './reader.ts'
import { type NewEntry, writeSealedTar } from './writer.ts'

const entryOf = (name: string, text: string): NewEntry => ({
  name,
  size: Buffer.byteLength(text),
  async *open() {
    for (const part of text.match(/[^]{1,400}/g) ?? []) yield Buffer.from(part)
  },
})
const entries = [
  entryOf('manifest.json', '{"format":1}'),
  entryOf('tables/empty.copy.gz', ''),
  entryOf(`files/${'a'.repeat(64)}`, 'x'.repeat(1_024)),
  entryOf(`files/${'b'.repeat(64)}`, 'y'.repeat(700)),
]

const fileOf = async (content: Buffer): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-tar-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'one.tar'), content)
  return join(folder, 'one.tar')
}
const written = async (all: readonly NewEntry[] = entries): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of writeSealedTar(all)) parts.push(part)
  return Buffer.concat(parts)
}

describe('a sealed tar', () => {
  it('gives back what was written, and the same bytes for the same entries', async () => {
    const content = await written()
    expect(await written()).toEqual(content)
    const tar = await openSealedTar(await fileOf(content))
    expect(tar.names).toEqual(entries.map(({ name }) => name))
    expect(tar.bytes).toBe(content.length)
    for (const { name, size } of entries) {
      expect(tar.sizeOf(name)).toBe(size)
      expect((await buffer(tar.read(name))).length).toBe(size)
    }
    expect((await buffer(tar.read(`files/${'b'.repeat(64)}`))).toString()).toBe('y'.repeat(700))
    expect(tar.sizeOf('files/other')).toBeNull()
    expect(() => tar.read('files/other')).toThrow(DamagedTar)
  })

  it('is a tar for every other program', async () => {
    const path = await fileOf(await written())
    const listed = execFileSync('tar', ['tf', path], { encoding: 'utf8' }).trim().split('\n')
    expect(listed).toEqual([...entries.map(({ name }) => name), 'sha256'])
  })

  it('is refused with any flipped bit, and when it is cut off', async () => {
    const content = await written()
    const path = await fileOf(content)
    const file = await open(path, 'r+')
    onTestFinished(() => file.close())
    for (let at = 0; at < content.length; at += 13) {
      const flipped = Buffer.from([(content[at] ?? 0) ^ (1 << (at % 8))])
      await file.write(flipped, 0, 1, at)
      await expect(openSealedTar(path), `byte ${at}`).rejects.toThrow(DamagedTar)
      await file.write(content, at, 1, at)
    }
    await expect(openSealedTar(path)).resolves.toBeDefined()
    for (const length of [0, 100, 2_048, content.length - 512, content.length - 1])
      await expect(openSealedTar(await fileOf(content.subarray(0, length)))).rejects.toThrow(DamagedTar)
  })

  it('is refused when someone else has sealed what is no such tar', async () => {
    const sealed = (content: Buffer): Buffer =>
      Buffer.concat([content, sealOf(createHash('sha256').update(content).digest('hex'))])
    const twice = Buffer.concat([headerOf('manifest.json', 0), headerOf('manifest.json', 0)])
    const link = headerOf('manifest.json', 0)
    link.write('2', 156)
    const beyond = headerOf('manifest.json', 4_096)
    for (const content of [twice, link, beyond, Buffer.alloc(512), Buffer.from('short')])
      await expect(openSealedTar(await fileOf(sealed(content)))).rejects.toThrow(DamagedTar)
  })

  it('is not finished when an entry has another size, or none that fits', async () => {
    const lying = { ...entryOf('files/a', 'four'), size: 5 }
    await expect(written([lying])).rejects.toThrow('files/a has another size')
    await expect(written([{ ...lying, size: 3 }])).rejects.toThrow('files/a has another size')
    await expect(written([{ ...lying, size: largestEntry + 1 }])).rejects.toThrow(RangeError)
    await expect(written([entryOf('x'.repeat(100), '')])).rejects.toThrow(RangeError)
  })
})
