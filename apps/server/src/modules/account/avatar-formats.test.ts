import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldImages, tga } from '../../../../../tests/kit/old-images.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const upload = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await world.person()).upload('PUT', '/api/account/avatar', 'file', [{ name: 'me.old', bytes }])

describe('an avatar in an old format', () => {
  it.each(Object.entries(oldImages))('becomes WebP: %s', async (_, bytes) => {
    const { status, body } = await upload(bytes)
    expect(status).toBe(200)
    expect(body).toMatch(/\/avatar\.webp$/)
    const stored = Buffer.from(await (await fetch(world.origin + String(body))).arrayBuffer())
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 300, height: 150 })
    const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number) => (75 * info.width + x) * 3
    expect(data[at(10)]).toBeGreaterThan(200)
    expect(data[at(10) + 2]).toBeLessThan(60)
    expect(data[at(290)]).toBeLessThan(60)
    expect(data[at(290) + 2]).toBeGreaterThan(200)
  })

  it.each([
    ['cut', oldImages['bmp']?.subarray(0, 60) ?? Buffer.from('BM')],
    ['far too large', tga({ width: 60_000, height: 60_000, kind: 2, bits: 24, pixels: '000000' })],
  ])('is refused: one that is %s', async (_, bytes) => {
    const { status, body } = await upload(Buffer.from(bytes))
    expect([status, body]).toMatchObject([400, { code: 'image.invalid' }])
  })
})
