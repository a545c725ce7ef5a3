import { expect, it } from 'vitest'
import { ConfigFault } from './fault.ts'
import { passedDescriptor } from './passed-descriptor.ts'

it('is the first one that is passed to this process', () => {
  expect(passedDescriptor({ LISTEN_PID: '42', LISTEN_FDS: '1' }, 42)).toBe(3)
})

it.each([
  {},
  { LISTEN_FDS: '1' },
  { LISTEN_PID: '41', LISTEN_FDS: '1' },
  { LISTEN_PID: '', LISTEN_FDS: '2' },
])('is absent for %o', (env) => {
  expect(passedDescriptor(env, 42)).toBeNull()
})

it.each(['0', '2', 'x', undefined])('is refused for %s sockets', (count) => {
  expect(() => passedDescriptor({ LISTEN_PID: '42', LISTEN_FDS: count }, 42)).toThrow(ConfigFault)
})
