import { createHash } from 'node:crypto'
import { smallAvatarUrl } from '@pennant/contract/file'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../../tests/kit/client.ts'
import {
  animatedGif,
  type ImageFormat,
  paddedPng,
  photograph,
  pngBomb,
  sampleImage,
} from '../../../../../tests/kit/images.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

const mebibyte = 1_048_576
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Refusal = { status: number; code: string }
const upload = (who: Client, bytes: Uint8Array<ArrayBuffer>, field = 'file', name = 'me.png') =>
  who.upload<string | Refusal>('PUT', '/api/account/avatar', field, [{ name, bytes }])

const refusal = async (who: Client, bytes: Uint8Array<ArrayBuffer>): Promise<[number, string]> => {
  const { status, body } = await upload(who, bytes)
  return [status, typeof body === 'string' ? body : body.code]
}

const avatarOf = async (who: Client): Promise<string | null> =>
  (await who.get<{ avatar: string | null }>('/api/account/profile')).body.avatar

const uploaded = async (who: Client, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const { status, body, text } = await upload(who, bytes)
  if (status !== 200 || typeof body !== 'string') throw new Error(text)
  return body
}

const fetched = async (url: string): Promise<{ status: number; type: string | null; bytes: Buffer }> => {
  const response = await fetch(world.origin + url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

const hashIn = (url: string | null): string => url?.split('/')[2] ?? ''
const references = async (hash: string): Promise<number> =>
  (await world.db.selectFrom('file').select('refs').where('hash', '=', hash).executeTakeFirst())?.refs ?? 0

// No other test uses these bytes: files are counted by content.
let shade = 0
const fresh = () => sampleImage('png', { color: `rgb(${(shade += 5)}, 90, 90)` })

describe('setting an avatar', () => {
  it('answers where it is, and the profile and team mates see it from then on', async () => {
    const person = await world.person()
    const answer = await upload(person, await fresh())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const url = answer.text.slice(1, -1)
    expect(url).toMatch(/^\/assets\/[0-9a-f]{64}\/avatar\.webp$/)
    expect(await avatarOf(person)).toBe(url.replace('.webp', ''))
    const { status, type, bytes } = await fetched(url)
    expect([status, type]).toEqual([200, 'image/webp'])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hashIn(url))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 150 })
    // The extension is optional.
    expect(await fetched(url.replace('.webp', ''))).toMatchObject({ status: 200, type: 'image/webp' })
  })

  it.each(['png', 'jpeg', 'webp', 'tiff'] satisfies ImageFormat[])(
    'takes %s, whatever it is called',
    async (kind) => {
      const person = await world.person()
      const { status, body } = await upload(person, await sampleImage(kind), 'file', 'whatever.svg')
      expect(status).toBe(200)
      expect(body).toMatch(/\/avatar\.webp$/)
    },
  )

  it('keeps a GIF as it is', async () => {
    const gif = await animatedGif()
    const url = await uploaded(await world.person(), gif)
    expect(url).toMatch(/\/avatar\.gif$/)
    const { type, bytes } = await fetched(url)
    expect(type).toBe('image/gif')
    expect(bytes.equals(gif)).toBe(true)
    expect(await fetched(url.replace('.gif', ''))).toMatchObject({ type: 'image/gif' })
  })

  it('is also there at 64 pixels, for lists of many', async () => {
    const person = await world.person()
    const url = await uploaded(person, await fresh())
    const small = smallAvatarUrl(await avatarOf(person)) ?? ''
    expect(small).toBe(url.replace('avatar.webp', 'avatar-64'))
    const first = await fetched(small)
    expect([first.status, first.type]).toEqual([200, 'image/webp'])
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 32 })
    const again = await fetch(world.origin + small, { headers: { range: 'bytes=0-9' } })
    expect([again.status, Buffer.from(await again.arrayBuffer())]).toEqual([206, first.bytes.subarray(0, 10)])
    expect((await sharp((await fetched(url)).bytes).metadata()).width).toBe(300)

    expect((await upload(person, await fresh())).status).toBe(200)
    expect((await fetched(small)).status).toBe(404)
  })

  it('is animated at 64 pixels, too, where it is a GIF', async () => {
    const person = await world.person()
    const gif = await animatedGif()
    await uploaded(person, gif)
    const { type, bytes } = await fetched(smallAvatarUrl(await avatarOf(person)) ?? '')
    expect([type, bytes.equals(gif)]).toEqual(['image/gif', true])
  })

  it('turns a photograph upright and forgets where it was taken', async () => {
    const { bytes } = await fetched(await uploaded(await world.person(), await photograph()))
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ width: 300, height: 400 })
    expect(metadata.exif).toBeUndefined()
  })

  it('takes exactly three mebibytes, and not one byte more', async () => {
    const person = await world.person()
    const png = await sampleImage('png')
    const url = await uploaded(person, paddedPng(png, 3 * mebibyte))
    expect(await refusal(person, paddedPng(png, 3 * mebibyte + 1))).toEqual([400, 'image.tooLarge'])
    expect(await avatarOf(person)).toBe(url.replace('.webp', ''))
    expect((await upload(person, png)).status).toBe(200)
  })

  it('answers 401 for anyone who is not logged in', async () => {
    expect(await refusal(world.visitor(), await sampleImage('png'))).toEqual([401, 'auth.required'])
  })
})

describe('what is refused as an avatar', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )

  it('is what is missing, empty, or no image of ours', async () => {
    const person = await world.person()
    const png = await fresh()
    const url = await uploaded(person, png)
    const other = await upload(person, png, 'picture')
    expect([other.status, other.body]).toMatchObject([400, { code: 'image.missing' }])
    expect(await refusal(person, Buffer.alloc(0))).toEqual([400, 'image.empty'])
    expect(await refusal(person, svg)).toEqual([400, 'image.invalid'])
    expect(await refusal(person, Buffer.from('hello'))).toEqual([400, 'image.invalid'])
    expect(await refusal(person, Buffer.from(png.subarray(0, png.length - 30)))).toEqual([
      400,
      'image.invalid',
    ])
    expect(await refusal(person, pngBomb(30_000, 30_000))).toEqual([400, 'image.invalid'])
    expect(await avatarOf(person)).toBe(url.replace('.webp', ''))
    expect((await fetched(url)).status).toBe(200)
    expect(await references(hashIn(url))).toBe(1)
  })

  it('is what is no form, or a broken one', async () => {
    const person = await world.person()
    const put = async (type: string, bytes: string): Promise<number> =>
      (await person.call('PUT', '/api/account/avatar', { raw: { type, bytes } })).status
    expect(await put('application/json', '{}')).toBe(415)
    expect(await put('image/png', 'x')).toBe(415)
    expect(await put('multipart/form-data; boundary=x', 'nothing of the kind')).toBe(400)
    expect(await put('multipart/form-data; boundary=x', '--x--\r\n')).toBe(400)
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG'
    expect(await put('multipart/form-data; boundary=x', cut)).toBe(400)
  })
})

describe('the previous avatar', () => {
  it('goes when a new one is there', async () => {
    const person = await world.person()
    const first = await uploaded(person, await fresh())
    const second = await uploaded(person, await fresh())
    expect((await fetched(first)).status).toBe(404)
    expect((await fetched(second)).status).toBe(200)
    expect(await references(hashIn(first))).toBe(0)
  })

  it('stays where somebody else has the same, and where it is set again', async () => {
    const [one, other] = [await world.person(), await world.person()]
    const png = await fresh()
    const url = await uploaded(one, png)
    expect(await uploaded(other, png)).toBe(url)
    expect(await uploaded(one, png)).toBe(url)
    expect(await references(hashIn(url))).toBe(2)
    await uploaded(one, await fresh())
    expect((await fetched(url)).status).toBe(200)
    expect(await references(hashIn(url))).toBe(1)
    await uploaded(other, await fresh())
    expect((await fetched(url)).status).toBe(404)
  })

  it('is counted right when several are set at once', async () => {
    const person = await world.person()
    const images = await Promise.all([fresh(), fresh(), fresh(), fresh()])
    const urls = await Promise.all(images.map((one) => uploaded(person, one)))
    const counts = await Promise.all(urls.map((url) => references(hashIn(url))))
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1])
    const left = urls[counts.indexOf(1)]
    expect(await avatarOf(person)).toBe(left?.replace('.webp', ''))
    expect((await fetched(left ?? '')).status).toBe(200)
  })
})
