import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../kit/world.ts'

const template = `<!doctype html><html lang="%lang%"><head><title>%title%</title>
<meta name="description" content="%description%"><meta name="keywords" content="%title%, $&, %unknown%">
<script nonce="%nonce%" src="/static/app.js"></script></head>
<body><div id="nonce-container" data-nonce="%nonce%"></div><!-- ${'-'.repeat(2000)} --></body></html>`

let world: World
let admin: Person
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'pennant-web-'))
  await mkdir(join(webRoot, 'static'))
  await writeFile(join(webRoot, 'index.html'), template)
  await writeFile(join(webRoot, 'static', 'app.js'), 'export {}')
  await writeFile(join(webRoot, 'static', 'app.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(webRoot, 'static', 'en-us.0123abcd.json'), '{}')
  await writeFile(join(webRoot, 'static', 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(webRoot, 'secret.txt'), 'secret')
  world = await createWorld({ webRoot })
  admin = await world.person('Admin')
})
afterAll(async () => {
  await world.close()
  await rm(webRoot, { recursive: true, force: true })
})

const page = (path = '/', headers?: Record<string, string>) => world.visitor().get(path, headers)
const between = (text: string, before: string, after: string): string =>
  text.split(before)[1]?.split(after)[0] ?? ''
const configure = (globalConfig: object) => admin.put('/api/admin/config', { globalConfig })

describe('the page', () => {
  it.each([
    '/',
    '/games',
    '/Games/12/Challenges',
    '/account/login?from=/games',
    '/a%2Fb',
    '/games/',
    '//',
    '/api.html/x',
  ])('is served at %s, to be kept by nobody', async (path) => {
    const answer = await page(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-store, must-revalidate, max-age=0')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.text).toContain('id="nonce-container"')
  })

  it('carries a nonce of twelve letters and digits, the same in page and policy, and new each time', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { headers, text } = await page()
        const inPage = between(text, 'data-nonce="', '"')
        expect(between(text, '<script nonce="', '"')).toBe(inPage)
        expect(headers.get('content-security-policy')).toContain(
          `default-src 'strict-dynamic' 'nonce-${inPage}' 'unsafe-inline' http: https:`,
        )
        expect(inPage).toMatch(/^[A-Za-z0-9]{12}$/)
        return inPage
      }),
    )
    expect(new Set(nonces).size).toBe(20)
  })

  it('has the policy of the wire', async () => {
    const policy = (await page()).headers.get('content-security-policy')?.split('; ') ?? []
    expect(policy).toEqual(
      expect.arrayContaining([
        "style-src 'self' 'unsafe-inline'",
        "img-src * 'self' data: blob:",
        "font-src * 'self' data:",
        "object-src 'none'",
        'frame-src * https:',
        "base-uri 'none'",
      ]),
    )
    expect(policy.find((directive) => directive.startsWith('connect-src'))).toContain(
      "connect-src 'self' http://127.0.0.1:*",
    )
  })

  it('shows title and description, at once after a change, and nothing of them as markup', async () => {
    const before = await page()
    expect(between(before.text, '<title>', '</title>')).toBe('GZ::CTF')
    expect(between(before.text, 'name="description" content="', '"')).toContain('Pennant')
    await configure({ title: `<b>"Cup" & 'Co'</b> $& %nonce%`, description: '"><script>alert(1)</script>' })
    const { text } = await page()
    expect(between(text, '<title>', '</title>')).toBe(
      '&lt;b&gt;&quot;Cup&quot; &amp; &#39;Co&#39;&lt;/b&gt; $&amp; %nonce%::CTF',
    )
    expect(text).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).toContain(', $&, %unknown%">')
    await configure({ title: '', description: '' })
    const empty = await page()
    expect(between(empty.text, '<title>', '</title>')).toBe('Pennant')
    expect(between(empty.text, 'name="description" content="', '"')).toContain('Pennant')
  })

  it.each([
    [undefined, 'en-us'],
    ['*', 'en-us'],
    ['zh-CN', 'zh-cn'],
    ['ZH-tw,zh;q=0.9', 'zh-tw'],
    ['de', 'de'],
    ['de-AT, fr-FR;q=0.5', 'fr-fr'],
    ['pt-BR,ja;q=0.7', 'ja'],
    ['pt-BR, xx', 'en-us'],
    [`de-DE,${'x'.repeat(100)}`, 'en-us'],
  ])('is in the language that %s asks for: %s', async (acceptLanguage, lang) => {
    const headers: Record<string, string> =
      acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
    // The test's HTTP client adds its own header if there is none.
    const { text } = await page('/', acceptLanguage === undefined ? { 'accept-language': '' } : headers)
    expect(between(text, '<html lang="', '"')).toBe(lang)
  })

  it.each(['br', 'gzip'])('comes as %s when asked for', async (encoding) => {
    const answer = await page('/', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.text).toContain('id="nonce-container"')
  })

  it('has no body for HEAD', async () => {
    const answer = await world.visitor({ 'accept-encoding': 'identity' }).call('HEAD', '/games')
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ])
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(2000)
  })
})

describe('what is no page', () => {
  it.each([
    '/robots.txt',
    '/games/a.png',
    '/secret.txt',
    '/index.html',
    '/static/missing.js',
    '/static/../secret.txt',
    '/static/%2e%2e/secret.txt',
    '/.env',
  ])('%s is not found, without a word', async (path) => {
    const answer = await page(path)
    expect([answer.status, answer.text]).toEqual([404, ''])
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is no method of a page', async (method) => {
    for (const path of ['/', '/games', '/a.txt'])
      expect([path, (await world.visitor().call(method, path)).status]).toEqual([path, 405])
  })

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/API/Nothing',
    '/api/nothing.json',
    '/hub/nothing',
    '/assets',
    '/assets/x',
    '/openapi/v2.json',
  ])('%s answers programs in their language', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD']) {
      const answer = await world.visitor({ 'accept-language': 'de-DE' }).call(method, path)
      expect([method, answer.status]).toEqual([method, 404])
      expect(answer.headers.get('content-language')).toBe('de-DE')
      if (method !== 'HEAD')
        expect(answer.body).toMatchObject({ status: 404, title: expect.stringMatching(/\S/) })
    }
  })

  it.each([
    ['PUT', '/api/config', 'GET, HEAD'],
    ['GET', '/api/account/login', 'POST'],
    ['DELETE', '/api/admin/users', 'GET, HEAD, POST'],
    ['PATCH', '/api/team/1', 'GET, HEAD, PUT, DELETE'],
  ])('%s %s is told which methods there are', async (method, path, allow) => {
    const answer = await world.visitor().call<{ status: number; title: string }>(method, path)
    expect([answer.status, answer.body.status, answer.headers.get('allow')]).toEqual([405, 405, allow])
  })

  it.each(['/healthz', '/metrics', '/HealthZ/'])('%s is not there for the public', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST'])
      expect([method, (await world.visitor().call(method, path)).status]).toEqual([method, 404])
  })
})

describe('the files of the client', () => {
  it('come with their type, to be kept for a week', async () => {
    const script = await page('/static/app.js')
    expect([script.status, script.text]).toEqual([200, 'export {}'])
    expect(script.headers.get('content-type')).toMatch(/javascript/)
    expect(script.headers.get('cache-control')).toMatch(/^public, max-age=604800/)
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await page('/static/en-us.0123abcd.json')).headers.get('content-type')).toMatch(
      /^application\/json/,
    )
    const tag = script.headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    const conditional = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
    expect((await page('/static/app.js', conditional)).status).toBe(304)
  })

  it.each(['identity', 'br'])('say as %s nothing that has no effect on them', async (encoding) => {
    const asked = { 'accept-encoding': encoding, 'accept-language': 'de-DE' }
    const { headers } = await page('/static/app.js', asked)
    expect([...headers.keys()].toSorted()).toEqual([
      'cache-control',
      'connection',
      ...(encoding === 'br' ? ['content-encoding'] : []),
      'content-length',
      'content-type',
      'date',
      'etag',
      'keep-alive',
      'vary',
      'x-content-type-options',
    ])
    expect(headers.get('vary')).toBe('accept-encoding')
  })

  it.each(['/static/mark.svg', '/static/missing.js', '/'])('leave %s in full armour', async (path) => {
    expect(Object.fromEntries((await page(path)).headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  })
})

describe('without a client', () => {
  it('pages are not found, as empty HTML, and the rest works', async () => {
    const bare = await createWorld({ webRoot: null })
    try {
      const answer = await bare.visitor().get('/games')
      expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
        404,
        '',
        'text/html; charset=utf-8',
      ])
      expect((await bare.visitor().get('/api/config')).status).toBe(200)
    } finally {
      await bare.close()
    }
  })
})
