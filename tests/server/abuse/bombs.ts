import { pngBomb } from '../../kit/images.ts'
import { entriesOf, foreignGame, packageOf, sha256 } from '../../kit/package.ts'
import { zipOf } from '../../kit/zip.ts'

/** Written by hand, because libraries make no such files. */

const gif = (width: number, height: number, frames: number): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([
    Buffer.from('2c00000000', 'hex'),
    size,
    Buffer.from('00', 'hex'),
    Buffer.from('02024c0100', 'hex'),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from('800000', 'hex'),
    Buffer.from('000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
}

const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(50)}">${Array.from(
  { length: 12 },
  (_, index) =>
    `<!ENTITY ${'bcdefghijklm'.charAt(index)} "${`&${'abcdefghijklm'.charAt(index)};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&m;</text></svg>`

export const notImages = (image: Uint8Array): Readonly<Record<string, Uint8Array>> => ({
  'a text': Buffer.from('hello'),
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a vector picture': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  ),
  'a vector picture that loads a file': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>',
  ),
  'a vector picture that laughs a billion times': Buffer.from(laughs),
  'a document': Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
  'a program for a picture library': Buffer.from(
    'push graphic-context\nfill \'url(https://evil.example/x"|ls "-la)\'\npop graphic-context',
  ),
  'half a picture': image.slice(0, image.length >> 1),
  'the beginning of a picture': image.slice(0, 24),
  'a picture with its head alone': image.slice(0, 8),
  'a picture with a fault in it': image.map((byte, index) =>
    index > 60 && index % 7 === 0 ? byte ^ 0x55 : byte,
  ),
  'a picture with no pixels': pngBomb(0, 0),
  'a picture of 144 million pixels': pngBomb(12_000, 12_000),
  'a picture that claims more than there can be': pngBomb(0x7fffffff, 0x7fffffff),
  'a picture as narrow as a hair': pngBomb(1, 65_000),
  'an endless strip of film': gif(4000, 4000, 2000),
  'a frame of four billion pixels': gif(65_535, 65_535, 1),
})

export const evilPackages = (): Readonly<Record<string, Uint8Array>> => {
  const entries = entriesOf()
  const whole = packageOf()
  const link = { attributes: (0o120_777 << 16) >>> 0 }
  return {
    'half a package': whole.slice(0, whole.length >> 1),
    'a package with something behind it': new Uint8Array([...whole, 0]),
    'two packages in one': new Uint8Array([...whole, ...whole]),
    'a package that unpacks to 300 MB of nothing': zipOf([
      ...entries,
      { name: 'nothing', bytes: new Uint8Array(300_000_000) },
    ]),
    'a package that claims a billion entries': zipOf(entries, { large: true, count: 1e9 }),
    'a package in which everything is there twice': zipOf([...entries, ...entries]),
    'an encrypted package': zipOf(entries.map((entry) => ({ ...entry, flags: 1 }))),
    'a package that lies about its sizes': zipOf(entries.map((entry) => ({ ...entry, size: 1 }))),
    'a package that leads out': zipOf([...entries, { name: '../../../evil', bytes: 'evil' }]),
    'a package with a link for a file': zipOf([
      ...entries,
      { name: `files/${sha256('/etc/passwd')}`, bytes: '/etc/passwd', ...link },
    ]),
    'a package with a file that is another': zipOf([
      ...entries,
      { name: `files/${sha256('good')}`, bytes: 'evil' },
    ]),
    'a package with a game nested without end': packageOf({ game: '['.repeat(1_000_000) }),
    'a package with a number beyond all': packageOf({
      game: JSON.stringify(foreignGame).replace('"teamMemberCountLimit":4', '"teamMemberCountLimit":1e999'),
    }),
    'a package with half a character': packageOf({ game: { ...foreignGame, title: 'a\ud800' } }),
  }
}
