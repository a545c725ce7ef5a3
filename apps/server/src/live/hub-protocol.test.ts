import { describe, expect, it } from 'vitest'
import { invocation, readHandshake, readMessage, RecordReader } from './hub-protocol.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

describe('a handshake', () => {
  it('is accepted for the JSON protocol, version 1, whatever else it says', () => {
    expect(readHandshake(bytes('{"protocol":"json","version":1,"later":true}'))).toEqual({ ok: true })
  })

  it.each([
    [
      'another protocol',
      '{"protocol":"messagepack","version":1}',
      "The protocol 'messagepack' is not supported.",
    ],
    [
      'another version',
      '{"protocol":"json","version":2}',
      "The server does not support version 2 of the 'json' protocol.",
    ],
    ['a version in quotes', '{"protocol":"json","version":"1"}', 'The handshake is malformed.'],
    ['a missing version', '{"protocol":"json"}', 'The handshake is malformed.'],
    ['a message in its place', '{"type":6}', 'The handshake is malformed.'],
    ['a list', '[]', 'The handshake is malformed.'],
    ['nothing', '', 'The handshake is malformed.'],
    ['broken JSON', '{"protocol"', 'The handshake is malformed.'],
  ])('is refused for %s', (_what, text, error) => {
    expect(readHandshake(bytes(text))).toEqual({ ok: false, error })
  })

  it('is refused when it is not UTF-8', () => {
    const text = Buffer.concat([
      bytes('{"protocol":"json","version":1,"x":"'),
      Buffer.from([0xff]),
      bytes('"}'),
    ])
    expect(readHandshake(text)).toEqual({ ok: false, error: 'The handshake is malformed.' })
  })
})

describe('a message of a client', () => {
  it.each([
    [
      'a call',
      '{"type":1,"invocationId":"7","target":"Do","arguments":[]}',
      { kind: 'call', invocationId: '7', target: 'Do' },
    ],
    [
      'a call without answer',
      '{"type":1,"target":"Do","arguments":[]}',
      { kind: 'call', invocationId: null, target: 'Do' },
    ],
    [
      'a stream',
      '{"type":4,"invocationId":"8","target":"All"}',
      { kind: 'call', invocationId: '8', target: 'All' },
    ],
    ['a ping', '{"type":6}', { kind: 'nothing' }],
    ['a farewell', '{"type":7}', { kind: 'close' }],
    ['a type of a later version', '{"type":99}', { kind: 'nothing' }],
    ['no type', '{}', { kind: 'malformed' }],
    ['a type in quotes', '{"type":"1"}', { kind: 'malformed' }],
    ['a call of nothing', '{"type":1}', { kind: 'malformed' }],
    ['a call with a numeric id', '{"type":1,"invocationId":7,"target":"Do"}', { kind: 'malformed' }],
    ['null', 'null', { kind: 'malformed' }],
    ['no JSON', 'hello', { kind: 'malformed' }],
  ])('%s is understood', (_what, text, message) => {
    expect(readMessage(bytes(text))).toEqual(message)
  })

  it('with a long target is not repeated whole', () => {
    const message = readMessage(bytes(JSON.stringify({ type: 1, target: 'x'.repeat(5_000) })))
    expect(message).toMatchObject({ kind: 'call', target: `${'x'.repeat(100)}…` })
  })
})

describe('records', () => {
  it('are cut from chunks however these fall, also within a character', () => {
    const whole = bytes('{"a":"é"}\u001e{"b":2}\u001e{"c"')
    for (let cut = 1; cut < whole.length; cut++) {
      const reader = new RecordReader(100)
      const records: string[] = []
      for (const chunk of [whole.subarray(0, cut), whole.subarray(cut)]) {
        reader.push(chunk)
        for (let record = reader.next(); record instanceof Buffer; record = reader.next())
          records.push(record.toString())
      }
      expect(records).toEqual(['{"a":"é"}', '{"b":2}'])
      expect(reader.size).toBe(4)
    }
  })

  it('of exactly the limit pass, one byte more does not', () => {
    const reader = new RecordReader(4)
    reader.push(bytes('1234\u001e12345\u001e'))
    expect(reader.next()?.toString()).toBe('1234')
    expect(reader.next()).toBe('too large')
  })

  it('that never end are too large as soon as they pass the limit', () => {
    const reader = new RecordReader(4)
    reader.push(bytes('1234'))
    expect(reader.next()).toBeNull()
    reader.push(bytes('5'))
    expect(reader.next()).toBe('too large')
  })
})

it('an event travels as an invocation without id and with one argument', () => {
  const record = invocation('ReceivedLog', { msg: 'a\u001eb' })
  expect(record.endsWith('\u001e')).toBe(true)
  expect(record.indexOf('\u001e')).toBe(record.length - 1)
  expect(JSON.parse(record.slice(0, -1))).toEqual({
    type: 1,
    target: 'ReceivedLog',
    arguments: [{ msg: 'a\u001eb' }],
  })
})
