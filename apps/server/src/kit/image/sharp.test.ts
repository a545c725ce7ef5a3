import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  animatedGif,
  type ImageFormat,
  paddedPng,
  photograph,
  pngBomb,
  sampleImage,
} from '../../../../../tests/kit/images.ts'
import { createSharpProcessor } from './sharp.ts'

const images = createSharpProcessor({ limit: (work) => work() })
const convert = (bytes: Buffer, width: number | null = 300) => images.convert(bytes, { width })

const converted = async (bytes: Buffer, width?: number | null) => {
  const image = await convert(bytes, width)
  if (image === null) throw new Error('not taken for an image')
  return { ...image, metadata: await sharp(image.bytes).metadata() }
}

const halves = async (bytes: Buffer): Promise<string[]> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y: number): string => {
    const start = (Math.floor(y) * info.width + Math.floor(info.width / 2)) * 3
    const [red = 0, , blue = 0] = data.subarray(start, start + 3)
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red}/${blue}`
  }
  return [at(info.height / 4), at((info.height * 3) / 4)]
}

describe('an uploaded image', () => {
  it.each(['png', 'jpeg', 'webp', 'tiff', 'avif'] satisfies ImageFormat[])(
    'becomes WebP of the width that is asked for, if it is %s',
    async (kind) => {
      const { extension, metadata } = await converted(await sampleImage(kind, { width: 1000, height: 500 }))
      expect(extension).toBe('webp')
      expect(metadata).toMatchObject({ format: 'webp', width: 300, height: 150 })
    },
  )

  it('is enlarged where it is small', async () => {
    const { metadata } = await converted(await sampleImage('png', { width: 10, height: 20 }))
    expect(metadata).toMatchObject({ width: 300, height: 600 })
  })

  it('keeps its size where none is asked for', async () => {
    const { metadata } = await converted(await sampleImage('png', { width: 51, height: 17 }), null)
    expect(metadata).toMatchObject({ width: 51, height: 17 })
  })

  it('stands upright and tells nothing about who took it where', async () => {
    const photo = await photograph()
    const before = await sharp(photo).metadata()
    expect(before).toMatchObject({ orientation: 6, width: 80, height: 60 })
    expect(before.exif?.toString('latin1')).toContain('Somebody')
    const { bytes, metadata } = await converted(photo)
    expect(metadata).toMatchObject({ width: 300, height: 400 })
    expect([metadata.orientation, metadata.exif, metadata.xmp, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Somebody')).toBe(false)
    expect(await halves(bytes)).toEqual(['red', 'blue'])
  })

  it('keeps what is transparent', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    expect((await converted(clear)).metadata.hasAlpha).toBe(true)
  })

  it('stays as it is, frames and all, if it is a GIF', async () => {
    const gif = await animatedGif()
    const { extension, bytes, metadata } = await converted(gif)
    expect(extension).toBe('gif')
    expect(bytes.equals(gif)).toBe(true)
    expect(metadata.pages).toBe(3)
  })
})

describe('what is no image of ours', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'
  it.each([
    ['an SVG', Buffer.from(svg)],
    ['an SVG behind a declaration', Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['the beginning of a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a GIF of nothing', Buffer.from('GIF89a')],
    ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) & 255))],
  ])('is refused: %s', async (_, bytes) => {
    expect(await convert(bytes)).toBeNull()
  })

  it.each(['png', 'jpeg', 'webp', 'gif', 'tiff'] satisfies ImageFormat[])(
    'is refused: half a %s',
    async (kind) => {
      const whole = await sharp(
        Buffer.from(Array.from({ length: 120 * 120 * 3 }, (_, at) => (at * 7919) & 255)),
        {
          raw: { width: 120, height: 120, channels: 3 },
        },
      )
        .toFormat(kind)
        .toBuffer()
      expect(await convert(whole)).not.toBeNull()
      expect(await convert(whole.subarray(0, whole.length >> 1))).toBeNull()
    },
  )

  it('is refused: a small file with a very large image', async () => {
    for (const bomb of [pngBomb(30_000, 30_000), pngBomb(100_000, 500)]) {
      expect(bomb.length).toBeLessThan(1_000_000)
      expect(await convert(bomb)).toBeNull()
    }
  })

  it('is refused: one that would become endlessly high', async () => {
    expect(await convert(pngBomb(8, 30_000))).toBeNull()
    expect(await convert(await sampleImage('png', { width: 20_000, height: 1 }), null)).toBeNull()
    expect(await convert(await sampleImage('png', { width: 20_000, height: 70 }))).not.toBeNull()
  })

  it('takes an image with much else in it', async () => {
    const padded = paddedPng(await sampleImage('png'), 100_000)
    expect(padded).toHaveLength(100_000)
    expect((await converted(padded)).bytes.length).toBeLessThan(10_000)
  })
})
