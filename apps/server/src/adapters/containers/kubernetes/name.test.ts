import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelValue } from './label.ts'
import { ownName, podName, readRuntimeId, runtimeIdOf } from './name.ts'

const dnsLabel = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/
const suffix = '00112233445566ff'

it.each([
  ['web', `web-${suffix}`],
  ['registry.example:5000/team/Web_App.v2:1.0', `web-app-v2-${suffix}`],
  ['registry.example/web@sha256:0123', `web-${suffix}`],
  ['2048', `c2048-${suffix}`],
  ['registry.example/___', `instance-${suffix}`],
])('a pod of %s is called %s', (image, name) => {
  expect(podName(image, suffix)).toBe(name)
})

it('a pod can be a service and a host, whatever its image is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (image, isLong) => {
      expect(podName(image, isLong ? `${suffix}-a1b2c3` : suffix)).toMatch(dnsLabel)
      expect(ownName(image, 'one')).toMatch(dnsLabel)
    }),
  )
})

it('a label takes any text, and leaves alone what suits it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(labelValue(text)).toMatch(/^(|[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$/)
    }),
  )
  fc.assert(fc.property(fc.uuid(), (id) => labelValue(id) === id))
})

it('logins and policies of two installations, and of two hosts, are not called alike', () => {
  const names = [ownName('open', 'one'), ownName('open', 'two'), ownName('a.b', 'one', 'a.b')]
  expect(new Set([...names, ownName('a-b', 'one', 'a-b')]).size).toBe(4)
})

it('the id of a pod can be read again, and nothing else', () => {
  expect(readRuntimeId(runtimeIdOf('web-1', '3f0c-1'))).toEqual({ name: 'web-1', uid: '3f0c-1' })
  for (const other of ['', 'web', '.', 'web.', '.x', 'a/b.c', '0'.repeat(64), '../x.y', 'web.x/y']) {
    expect(readRuntimeId(other)).toBeNull()
  }
})
