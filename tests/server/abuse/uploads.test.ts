import { limits } from '@pennant/contract/limit'
import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../../kit/breadth.ts'
import { type Attempt, expectHealthy, markWhenIdle, refuseAll, send } from './audit.ts'
import { evilPackages, notImages } from './bombs.ts'
import { type Example, type FormPart, formOf, type Request, requestOf, utf8 } from './example.ts'
import { exampleOf } from './examples.ts'
import { changesSince } from './rows.ts'
import { createSetup, type Setup } from './setup.ts'
import { faultsOfRefusal } from './verdict.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())
afterEach(() => expectHealthy(setup.world))

type Content = NonNullable<Request['content']>

const cut = ({ type, bytes }: Content, length: number): Content => ({ type, bytes: bytes.slice(0, length) })
const boundary = 'a-boundary'

const brokenForms = (whole: Content): Readonly<Record<string, Content>> => ({
  'without a boundary': { ...whole, type: 'multipart/form-data; charset=utf-8' },
  'cut off within its head': cut(whole, 60),
  'cut off within the file': cut(whole, whole.bytes.length - boundary.length - 20),
  'cut off within its last line': cut(whole, whole.bytes.length - 6),
  'with nothing in it': { ...whole, bytes: utf8('') },
  'with nonsense in it': { ...whole, bytes: utf8('nonsense') },
  'with a head that never ends': {
    ...whole,
    bytes: utf8(`--${boundary}\r\nContent-Disposition: form-data; name="file"; x="${'y'.repeat(200_000)}`),
  },
})

const wrongForms = (field: string, image: Uint8Array): Readonly<Record<string, Content>> => ({
  'with another field': formOf([{ field: 'other', name: 'a.png', bytes: image }]),
  'with text instead of a file': {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: utf8(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\ntext\r\n--${boundary}--\r\n`,
    ),
  },
  'with the field of every object': formOf([{ field: '__proto__', name: 'a.png', bytes: image }]),
  'without parts': { type: `multipart/form-data; boundary=${boundary}`, bytes: utf8(`--${boundary}--\r\n`) },
})

const singles = routes.filter(({ upload }) => upload !== undefined && upload.many !== true)

const attemptsToUpload = function* (route: Route, example: Example): Generator<Attempt> {
  const { as, file = new Uint8Array(), fileAs = { name: 'a.png' } } = example
  const { field = '', maxBytes = 0 } = route.upload ?? {}
  const request = requestOf(route, example)
  const label = { field, ...fileAs }
  const whole = formOf([{ ...label, bytes: file }])
  const form = (says: string, content: Content): Attempt => ({
    says,
    as,
    request: { ...request, content },
    status: 400,
  })
  for (const type of [
    'application/json',
    'image/png',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
  ])
    yield { ...form(`as ${type}`, { type, bytes: file }), status: 415 }
  yield {
    ...form('packed', whole),
    request: { ...request, content: whole, headers: { 'content-encoding': 'gzip' } },
    status: 415,
  }
  yield { ...form('without a body', whole), request: { ...request, content: undefined } }
  for (const [says, content] of Object.entries({ ...brokenForms(whole), ...wrongForms(field, file) }))
    yield form(says, content)
  yield form('with an empty file', formOf([{ ...label, bytes: new Uint8Array() }]))
  // Larger limits are tested beside the module.
  if (maxBytes <= limits.bodyBytes)
    yield form('with a byte too much', formOf([{ ...label, bytes: new Uint8Array(maxBytes + 1) }]))
  for (const [says, bytes] of Object.entries(notImages(setup.png)))
    yield form(`with ${says}`, formOf([{ field, name: 'a.png', bytes, type: 'image/png' }]))
  if (fileAs.type === pdfType) yield* attemptsToPassAsPdf(field, file, form)
  if (fileAs.type === zipType) yield* attemptsToPassAsZip(field, file, form)
}

const pdfType = 'application/pdf'
const zipType = 'application/zip'

const attemptsToPassAsZip = function* (
  field: string,
  zip: Uint8Array,
  form: (says: string, content: Content) => Attempt,
): Generator<Attempt> {
  const label = { field, name: 'a.zip', type: zipType }
  for (const [says, bytes] of Object.entries(notImages(setup.png)))
    yield form(`with ${says} as an archive`, formOf([{ ...label, bytes }]))
  for (const [says, bytes] of Object.entries(evilPackages()))
    yield form(`with ${says}`, formOf([{ ...label, bytes }]))
  const labels: Readonly<Record<string, Partial<FormPart>>> = {
    'a page': { name: 'a.html', type: 'text/html' },
    'an archive that ends like a page': { name: 'a.zip.html' },
    'an archive without a name': { name: '' },
    'an archive of no type': { type: 'application/octet-stream' },
  }
  for (const [says, other] of Object.entries(labels))
    yield form(`as ${says}`, formOf([{ ...label, ...other, bytes: zip }]))
}

const attemptsToPassAsPdf = function* (
  field: string,
  pdf: Uint8Array,
  form: (says: string, content: Content) => Attempt,
): Generator<Attempt> {
  const label = { field, name: 'a.pdf', type: pdfType }
  for (const [says, bytes] of Object.entries(notImages(setup.png)))
    if (says !== 'a document') yield form(`with ${says} as a PDF`, formOf([{ ...label, bytes }]))
  const labels: Readonly<Record<string, Partial<FormPart>>> = {
    'a page': { name: 'a.html', type: 'text/html' },
    'a page that ends like a PDF': { type: 'text/html' },
    'a PDF that ends like a page': { name: 'a.pdf.html' },
    'a PDF that ends like a page after a NUL': { name: 'a.pdf\0.html' },
    'a PDF without a name': { name: '' },
  }
  for (const [says, other] of Object.entries(labels))
    yield form(`as ${says}`, formOf([{ ...label, ...other, bytes: pdf }]))
}

describe.each(singles.map((route, turn) => [route.id, route, turn] as const))('%s', (_id, route, turn) => {
  it('refuses everything but what it asks for, and takes the example afterwards', async () => {
    const example = await exampleOf(route, setup)
    expect(await refuseAll(setup.world, route, sampleOf(attemptsToUpload(route, example), turn, 4))).toEqual(
      [],
    )
    const answer = await send(example.as, requestOf(route, example))
    expect(answer, answer.text).toMatchObject({ status: 200 })
  })
})

const uploadRoutes = routes.filter(({ upload }) => upload !== undefined)

describe.each(uploadRoutes.map((route) => [route.id, route] as const))('%s', (_id, route) => {
  it('survives forms with far too much in them', async () => {
    const small = utf8('x')
    const many = (count: number, part: (index: number) => FormPart): FormPart[] =>
      Array.from({ length: count }, (_, index) => part(index))
    const forms: Readonly<Record<string, Content>> = {
      'two thousand files': formOf(many(2000, () => ({ field: 'other', name: 'a', bytes: small }))),
      'two thousand names': formOf(many(2000, (index) => ({ field: `f${index}`, name: 'a', bytes: small }))),
      'a name of 100 kB': formOf([{ field: 'x'.repeat(100_000), name: 'a', bytes: small }]),
    }
    for (const [says, content] of Object.entries(forms)) {
      const example = await exampleOf(route, setup)
      const before = await markWhenIdle(setup.world)
      const answer = await send(example.as, { ...requestOf(route, example), content })
      // Routes that take any number of files also take none.
      if (answer.status === 200) expect([route.upload?.many, answer.text], says).toEqual([true, '[]'])
      else expect(faultsOfRefusal(answer, route), says).toEqual([])
      expect(await changesSince(setup.world.db, before), says).toEqual([])
    }
  })
})

const names: readonly (readonly [sent: string, mustNotHold: RegExp])[] = [
  ['../../../etc/passwd', /[/\\]|^\.\./],
  ['..\\..\\windows\\win.ini', /[/\\]|^\.\./],
  ['/etc/passwd', /\//],
  ['C:\\boot.ini', /[\\:]/],
  ['a\0.png', /\0/],
  ['a\u0001\u001b[31mb.png', /[\u0000-\u001f]/],
  ['evil\u202egnp.exe', /\u202e/],
  ['a;b=c"d\'e.png', /"/],
  ['..', /^\.+$/],
  ['.', /^\.+$/],
  [' ', /^\s*$/],
  ['a'.repeat(2000), /^.{256,}$/],
  [`${'й'.repeat(300)}.png`, /^.{256,}$/],
  ['<script>alert(1)</script>.html', /[<>]/],
  ['CON', /\//],
  ['name.png%0d%0aX-Injected: yes', /[\r\n]/],
]

describe('the name of an uploaded file', () => {
  it.each(names)('%j is stored as a plain name and served under it', async (sent, forbidden) => {
    for (const query of ['', `?filename=${encodeURIComponent(sent.slice(0, limits.fileName))}`]) {
      const bytes = utf8(`content of ${sent}${query}`)
      const quoted = sent.replaceAll('"', '%22')
      const content = formOf([{ field: 'files', name: quoted, bytes }])
      const answer = await setup.admin.call<{ hash: string; name: string }[]>('POST', `/api/assets${query}`, {
        raw: content,
        headers: { 'accept-language': 'zh-CN' },
      })
      if (answer.status !== 200) {
        expect(faultsOfRefusal(answer)).toEqual([])
        continue
      }
      const [file] = answer.body
      expect(file?.name).not.toMatch(forbidden)
      expect(file?.name).not.toBe('')
      const { status, headers, text } = await setup.world
        .visitor()
        .get(`/assets/${file?.hash}/${encodeURIComponent(file?.name ?? '')}`)
      expect([status, text]).toEqual([200, `content of ${sent}${query}`])
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.~!$&+-]*$/,
      )
      expect(headers.get('x-injected')).toBeNull()
    }
  })

  it('cannot add lines to the head of its part', async () => {
    const content = formOf([{ field: 'files', name: 'a"\r\nX-Injected: yes\r\nX: "b', bytes: utf8('lines') }])
    const answer = await setup.admin.call<{ name: string }[]>('POST', '/api/assets', { raw: content })
    expect(answer.headers.get('x-injected')).toBeNull()
    if (answer.status === 200) expect(answer.text).not.toMatch(/Injected|\\r|\\n/)
    else expect(answer.status).toBe(400)
  })
})
