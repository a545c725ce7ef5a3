import { routes } from '@pennant/contract/routes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectHealthy, send } from './audit.ts'
import { formOf, requestOf, successStatusOf, utf8 } from './example.ts'
import { exampleOf } from './examples.ts'
import { head, raw } from './raw.ts'
import { createSetup, unused, type Setup } from './setup.ts'
import { faultsOfRefusal } from './verdict.ts'

const content = '0123456789'.repeat(10)
let setup: Setup
let hash: string
beforeAll(async () => {
  setup = await createSetup()
  hash = await store('digits.bin', content)
})
afterAll(() => setup.close())
afterEach(() => expectHealthy(setup.world))

const store = async (name: string, text: string): Promise<string> => {
  const form = formOf([{ field: 'files', name, bytes: utf8(text) }])
  const { body } = await setup.admin.call<{ hash: string }[]>('POST', '/api/assets', { raw: form })
  const [file] = body
  if (file === undefined) throw new Error(`${name} was not stored`)
  return file.hash
}

const get = (path: string, ...lines: readonly string[]) =>
  raw(setup.world.origin, head(`GET ${path}`, ...lines))

describe('what somebody has uploaded', () => {
  const page = '<!doctype html><script>alert(document.domain)</script>'
  it.each([
    'page.html',
    'page.HTM',
    'page.xhtml',
    'page.xht',
    'page.shtml',
    'page.svg',
    'page.svgz',
    'page.xml',
    'page.xsl',
    'page.rdf',
    'page.rss',
    'page.js',
    'page.mjs',
    'page.wasm',
    'page.swf',
    'page.pdf',
    'page.mht',
    'page.hta',
    'page.php',
    'page',
    'page.',
    'page.html.',
    'page.png',
    'page.json',
    'page.webmanifest',
  ])('acts as no page of ours under the name %s', async (name) => {
    const stored = await store(name, page + name)
    for (const asked of [name, 'other.html', 'x.svg', 'x.js', 'x']) {
      const { status, headers } = await get(`/assets/${stored}/${asked}`)
      expect(status, asked).toBe(200)
      expect(headers.get('content-disposition'), asked).toMatch(/^attachment; filename="/)
      expect(headers.get('content-security-policy'), asked).toMatch(/default-src 'none'.*; sandbox$/)
      expect(headers.get('x-content-type-options'), asked).toBe('nosniff')
      const type = headers.get('content-type') ?? ''
      expect(type, asked).not.toMatch(/html|javascript|ecmascript|wasm|shockwave|mhtml|multipart|php/)
      expect(/xml/.test(type) ? type : 'image/svg+xml', asked).toBe('image/svg+xml')
    }
  })
})

describe('the name in the address of a file', () => {
  it.each([
    '%0d%0aSet-Cookie:%20a=b',
    '%0aX-Injected:%20yes',
    '%22;filename=%22evil.exe',
    "a';%20filename*=UTF-8''evil.exe",
    '%E2%80%AEgnp.exe',
    '%F0%9F%98%80.png',
    '%00.png',
    'a%5cb%5cc.png',
    '..%2f..%2fx',
    'x'.repeat(500),
    `${'%D0%B9'.repeat(80)}.txt`,
    '%ED%A0%80.txt',
    '%ff.txt',
    '%25%32%66',
  ])('%s adds nothing to the head of the answer', async (name) => {
    const { status, headers, answers, ...rest } = await get(
      `/assets/${hash}/${name}`,
      'Accept-Language: zh-CN',
    )
    expect(answers).toBe(1)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-injected')).toBeNull()
    if (status !== 200) return expect(faultsOfRefusal({ status, headers, ...rest })).toEqual([])
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.~!$&+-]*$/)
    expect(disposition.split('"').length).toBe(3)
  })
})

describe('a part of a file', () => {
  const whole = [200, content]
  it.each([
    ['bytes=0-9', [206, '0123456789']],
    ['bytes=90-', [206, '0123456789']],
    ['bytes=-5', [206, '56789']],
    ['bytes=-500', [206, content]],
    ['bytes=95-500', [206, '56789']],
    ['bytes=100-', [416, '']],
    ['bytes=99999999999999999999-', [416, '']],
    ['bytes=-0', [416, '']],
    ['bytes=5-1', whole],
    ['bytes=0-0,5-6', whole],
    [`bytes=${'0-,'.repeat(2000)}0-`, whole],
    ['bytes=--5', whole],
    ['bytes=a-b', whole],
    ['bytes=', whole],
    ['bytes', whole],
    ['items=0-5', whole],
    ['bytes=0x1-0x5', whole],
    ['bytes=１-５', whole],
    ['bytes=1e1-2e1', whole],
    ['bytes= 0-5', whole],
  ])('%s is what it asks for, or the whole', async (range, expected) => {
    const { status, text } = await get(`/assets/${hash}/digits.bin`, `Range: ${range}`)
    expect([status, text]).toEqual(expected)
  })

  it.each(['"x', 'x', '"', 'W/"x"', 'Thu, 01 Jan 1970 00:00:00 GMT', '*', ''])(
    'is not sent on condition of %s',
    async (tag) => {
      const { status } = await get(`/assets/${hash}/digits.bin`, 'Range: bytes=0-4', `If-Range: ${tag}`)
      expect(status).toBe(200)
    },
  )
})

describe('a condition that makes no sense', () => {
  it.each(['"', 'x', 'W/', ',,,', '"a', '""', '"x",'.repeat(2000), '\u0001', '**', '"*"'])(
    'If-None-Match: %s is passed over',
    async (tags) => {
      for (const path of [
        `/assets/${hash}/digits.bin`,
        '/api/config',
        '/api/posts',
        '/openapi/v1.json',
        '/favicon.webp',
      ]) {
        const { status } = await get(path, `If-None-Match: ${tags}`)
        expect(tags === '\u0001' ? [200, 400] : [200], path).toContain(status)
      }
    },
  )

  it.each(['x', '', '99999999999999999', '0', 'Thu, 99 Jan 1970'])(
    'If-Modified-Since: %s is passed over',
    async (date) => {
      const { status } = await get(`/assets/${hash}/digits.bin`, `If-Modified-Since: ${date}`)
      expect([200, 304]).toContain(status)
    },
  )

  it('matches whatever there is by a star, and only that', async () => {
    expect(await get(`/assets/${hash}/digits.bin`, 'If-None-Match: *')).toMatchObject({
      status: 304,
      text: '',
    })
    expect((await get(`/assets/${unused.hash}/digits.bin`, 'If-None-Match: *')).status).toBe(404)
  })
})

describe.each(routes.filter(({ method }) => method === 'GET').map((route) => [route.id, route] as const))(
  '%s',
  (_id, route) => {
    it('answers with the head lines that keep a browser in check', async () => {
      const example = await exampleOf(route, setup)
      const { status, headers } = await send(example.as, requestOf(route, example))
      expect(status).toBe(successStatusOf(route))
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      // Caches on the way must not keep restricted answers.
      if (route.access !== 'anonymous') expect(headers.get('cache-control')).toMatch(/no-store|private/)
    })
  },
)
