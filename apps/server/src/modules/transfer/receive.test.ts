import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '@pennant/contract/problem'
import type { UploadedStream } from '../../http/bind.ts'
import { withPackage } from './receive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-receive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const mustBeEmpty = async (): Promise<void> => {
  expect(await readdir(folder)).toEqual([])
}
afterEach(mustBeEmpty)

const zip = { name: 'game.zip', type: 'application/zip' }
async function* form(...uploads: UploadedStream[]): AsyncGenerator<UploadedStream> {
  yield* uploads
}
const part = (text: string, as = zip): UploadedStream => ({
  ...as,
  stream: Readable.from(text === '' ? [] : [Buffer.from(text)], { objectMode: false }),
})
const failing = (error: Error, as = zip): UploadedStream => ({
  ...as,
  stream: new Readable({
    read() {
      this.push(Buffer.alloc(100_000))
      this.destroy(error)
    },
  }),
})
const received = (uploads: AsyncIterable<UploadedStream>): Promise<string> =>
  withPackage(uploads, folder, (path) => readFile(path, 'utf8'))
const tooLarge = new Problem('request.tooLarge')

describe('a form with a package', () => {
  it('is on the disk for as long as somebody works on it', async () => {
    expect(await received(form(part('first'), part('second')))).toBe('first')
    await expect(
      withPackage(form(part('first')), folder, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
  })

  it.each<[string, AsyncIterable<UploadedStream>, string]>([
    ['no file', form(), 'transfer.missing'],
    ['an empty file', form(part('')), 'transfer.missing'],
    ['a file that is too large', form(failing(tooLarge)), 'transfer.tooLarge'],
    [
      'a text that is too large',
      form(failing(tooLarge, { name: 'a.txt', type: 'text/plain' })),
      'transfer.tooLarge',
    ],
    [
      'another file first',
      form(part('a', { name: 'a.txt', type: 'text/plain' }), part('b')),
      'transfer.notZip',
    ],
    ['an empty text', form(part('', { name: 'a.txt', type: 'text/plain' })), 'transfer.missing'],
    ['a broken form', form(part('a'), failing(new Problem('request.malformed'))), 'request.malformed'],
  ])('is refused: %s', async (_says, uploads, code) => {
    await expect(received(uploads)).rejects.toMatchObject({ code })
  })

  it('tells how much there may be', async () => {
    await expect(received(form(failing(tooLarge)))).rejects.toMatchObject({ params: { megabytes: 512 } })
  })
})
