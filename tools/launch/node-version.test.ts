import { describe, expect, it } from 'vitest'
import { nodeComplaint } from './node-version.mjs'

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '22.20.1', '23.0.0', '24.11.0', '30.0.0'])(
    '%s will do',
    (version) => {
      expect(nodeComplaint(version)).toBeUndefined()
    },
  )

  it.each(['12.22.0', '18.20.8', '20.18.3', '21.7.3', '22.11.0'])('%s is refused by name', (version) => {
    expect(nodeComplaint(version)).toContain(`this is ${version}`)
    expect(nodeComplaint(version)).toContain('20.19')
  })
})
