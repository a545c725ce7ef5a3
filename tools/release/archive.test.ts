import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { expect, it, onTestFinished } from 'vitest'
import { writeArchive } from './archive.mjs'
import { entriesOf } from './folder.mjs'

const date = new Date('2026-11-27T08:00:00Z')

const temporaryFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const headersOf = async (archive: Buffer): Promise<Header[]> => {
  const reader = extract()
  reader.end(gunzipSync(archive))
  const headers = []
  for await (const entry of reader) {
    headers.push(entry.header)
    entry.resume()
  }
  return headers
}

it('depends on names, content, and the date alone', async () => {
  const folder = temporaryFolder()
  const [program, text] = [path.join(folder, 'program'), path.join(folder, 'text')]
  writeFileSync(program, 'run')
  chmodSync(program, 0o700)
  writeFileSync(text, 'read')
  chmodSync(text, 0o664)
  const entries = entriesOf(folder, 'release')
  const more = [...entries, { name: 'release/a', mode: 0o644, bytes: Buffer.from('a') }]
  const write = async (name: string, some: typeof more): Promise<Buffer> => {
    await writeArchive(path.join(folder, name), some, date)
    return readFileSync(path.join(folder, name))
  }
  const archive = await write('one.tar.gz', more)
  expect((await write('two.tar.gz', more.toReversed())).equals(archive)).toBe(true)
  expect(archive.subarray(4, 8)).toEqual(Buffer.alloc(4))
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: date }
  expect(await headersOf(archive)).toMatchObject([
    { name: 'release/a', mode: 0o644, ...owner },
    { name: 'release/program', mode: 0o755, ...owner },
    { name: 'release/text', mode: 0o644, ...owner },
  ])
})

it('fails when a file is gone, instead of waiting', async () => {
  const folder = temporaryFolder()
  const gone = { name: 'gone', mode: 0o644, file: path.join(folder, 'gone') }
  await expect(writeArchive(path.join(folder, 'x.tar.gz'), [gone], date)).rejects.toThrow('ENOENT')
  await expect(writeArchive(path.join(folder, 'no/x.tar.gz'), [], date)).rejects.toThrow('ENOENT')
})
