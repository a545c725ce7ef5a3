import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from '@pennant/contract/info'
import type { GlobalConfig } from '@pennant/contract/setting'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

const set = (bytes: Uint8Array<ArrayBuffer>, field = 'file') =>
  admin.upload('POST', '/api/admin/config/logo', field, [{ name: 'logo.png', bytes }])
const hashes = async (): Promise<Pick<GlobalConfig, 'logoHash' | 'faviconHash'>> => {
  const { logoHash, faviconHash } = (await admin.get<{ globalConfig: GlobalConfig }>('/api/admin/config'))
    .body.globalConfig
  return { logoHash, faviconHash }
}
const logoUrl = async (): Promise<string | null> =>
  (await world.visitor().get<ClientConfig>('/api/config')).body.logoUrl
const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(world.origin + path, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const stored = () => world.db.selectFrom('file').select(['hash', 'name', 'refs']).orderBy('name').execute()
const builtIn = fileURLToPath(new URL('../../../assets/favicon.webp', import.meta.url))

describe('the logo', () => {
  it('is stored twice, in its two widths, and shown as logo and icon', async () => {
    const answer = await set(await samplePng({ width: 100, height: 50 }))
    expect([answer.status, answer.text]).toEqual([200, ''])
    const { logoHash, faviconHash } = await hashes()
    expect(await logoUrl()).toBe(`/assets/${logoHash}/logo`)
    expect((await stored()).map(({ name, refs }) => [name, refs])).toEqual([
      ['favicon.webp', 1],
      ['logo.webp', 1],
    ])
    const logo = await bytesOf((await logoUrl()) ?? '')
    expect(logo.response.headers.get('content-type')).toBe('image/webp')
    expect(createHash('sha256').update(logo.bytes).digest('hex')).toBe(logoHash)
    expect(await sharp(logo.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 })
    const icon = await bytesOf('/favicon.webp')
    expect(createHash('sha256').update(icon.bytes).digest('hex')).toBe(faviconHash)
    expect(await sharp(icon.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 })
  })

  it('survives being set to the same image again, even many times at once', async () => {
    const image = await samplePng({ color: '#445566' })
    await set(image)
    const first = await hashes()
    await set(image)
    await Promise.all([set(image), set(image), set(image)])
    expect(await hashes()).toEqual(first)
    expect((await stored()).map(({ refs }) => refs)).toEqual([1, 1])
    expect((await bytesOf((await logoUrl()) ?? '')).response.status).toBe(200)
    expect((await bytesOf('/favicon.webp')).response.status).toBe(200)
  })

  it('keeps its one file when logo and icon are the same bytes', async () => {
    const gif = new Uint8Array(
      await sharp(await samplePng())
        .gif()
        .toBuffer(),
    )
    await set(gif)
    await set(gif)
    const { logoHash, faviconHash } = await hashes()
    expect(logoHash).toBe(faviconHash)
    expect(await stored()).toEqual([{ hash: logoHash, name: 'favicon.gif', refs: 2 }])
    expect((await bytesOf('/favicon.webp')).response.headers.get('content-type')).toBe('image/gif')
    expect((await bytesOf((await logoUrl()) ?? '')).response.headers.get('content-type')).toBe('image/gif')
  })

  it('gives the old images back when it is replaced', async () => {
    await set(await samplePng({ color: '#000001' }))
    const old = await hashes()
    await set(await samplePng({ color: '#ff0001' }))
    expect(await hashes()).not.toEqual(old)
    for (const hash of [old.logoHash, old.faviconHash])
      expect((await bytesOf(`/assets/${hash}/logo`)).response.status).toBe(404)
    expect(await stored()).toHaveLength(2)
  })

  it('is removed, which reads as empty hashes, no address and the built-in icon', async () => {
    await set(await samplePng())
    const answer = await admin.delete('/api/admin/config/logo')
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await hashes()).toEqual({ logoHash: '', faviconHash: '' })
    expect(await logoUrl()).toBeNull()
    expect(await stored()).toEqual([])
    expect((await bytesOf('/favicon.webp')).bytes).toEqual(await readFile(builtIn))
    expect((await admin.delete('/api/admin/config/logo')).status).toBe(200)
  })

  it('is not lost when the other settings are written', async () => {
    await set(await samplePng())
    const before = await hashes()
    await admin.put('/api/admin/config', { globalConfig: { title: 'T', logoHash: null, faviconHash: '' } })
    expect(await hashes()).toEqual(before)
    const writers = [
      admin.put('/api/admin/config', { globalConfig: { title: 'U' } }),
      set(await samplePng({ color: '#777777' })),
    ]
    expect((await Promise.all(writers)).map(({ status }) => status)).toEqual([200, 200])
    expect(await hashes()).not.toEqual(before)
    expect((await bytesOf((await logoUrl()) ?? '')).response.status).toBe(200)
  })

  it.each([
    ['nothing', () => admin.upload('POST', '/api/admin/config/logo', 'file', [])],
    ['no form at all', () => admin.post('/api/admin/config/logo')],
    ['another field', async () => set(await samplePng(), 'picture')],
    ['an empty file', () => set(new Uint8Array())],
    ['no image', () => set(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['half an image', async () => set((await samplePng({ width: 400, height: 400 })).slice(0, 300))],
    ['more than three mebibytes', () => set(new Uint8Array(3_145_729))],
  ])('stays as it is when it is set to %s', async (_what, attempt) => {
    await set(await samplePng())
    const [before, files] = [await hashes(), await stored()]
    const answer = await attempt()
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status: 400, title: expect.any(String) })
    expect([await hashes(), await stored()]).toEqual([before, files])
  })
})

describe('the icon', () => {
  it('is an attachment of that name with a tag of its own, conditional and without a body for HEAD', async () => {
    for (const arrange of [
      async () => admin.delete('/api/admin/config/logo'),
      async () => set(await samplePng()),
    ]) {
      await arrange()
      const { response, bytes } = await bytesOf('/favicon.webp')
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(response.headers.get('etag')).toBe(`"favicon-${hash.slice(0, 8)}"`)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('content-disposition')).toContain('attachment; filename="favicon.webp"')
      expect(response.headers.get('cache-control')).not.toContain('max-age=6')
      const again = await bytesOf('/favicon.webp', { 'if-none-match': response.headers.get('etag') ?? '' })
      expect([again.response.status, again.bytes.length]).toEqual([304, 0])
      const head = await world.visitor().call('HEAD', '/favicon.webp')
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
        200,
        '',
        String(bytes.length),
      ])
    }
  })

  it('is the built-in one where the bytes of the chosen one are gone', async () => {
    await set(await samplePng({ color: '#123456' }))
    await rm(join(world.dataFolder, 'files', 'uploads'), { recursive: true })
    const { response, bytes } = await bytesOf('/favicon.webp')
    expect(response.status).toBe(200)
    expect(bytes).toEqual(await readFile(builtIn))
  })
})
