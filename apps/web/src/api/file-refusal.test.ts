import { describe, expect, it } from 'vitest'
import { fileRefusal } from './file-refusal.ts'

describe('a file that is refused', () => {
  it.each([
    [
      '{"title":"No such capture","status":404,"code":"capture.notFound"}',
      'No such capture',
      'capture.notFound',
    ],
    ['The disk is full', 'The disk is full', null],
    [' try later\n', 'try later', null],
    ['{"message":"no upstream"}', '{"message":"no upstream"}', null],
    ['"no upstream"', '"no upstream"', null],
    ['{"code":"capture.notFound"}', '{"code":"capture.notFound"}', 'capture.notFound'],
    [
      '<html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>',
      '502 Bad Gateway',
      null,
    ],
    ['<html><body>oops</body></html>', null, null],
    ['', null, null],
    [' \n', null, null],
    ['x'.repeat(9_000), `${'x'.repeat(300)}…`, null],
  ])('with %j says %j', (text, title, code) => {
    expect(fileRefusal(502, text)).toMatchObject({ kind: 'refused', status: 502, title, code })
  })
})
