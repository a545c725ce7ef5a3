import { expect, it } from 'vitest'
import { runsOnNode } from './node-version.ts'

it.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.12.0', true],
  ['23.0.0', true],
  ['30.1.0', true],
  ['12.22.0', false],
  ['18.20.8', false],
  ['20.18.3', false],
  ['21.7.3', false],
  ['22.11.0', false],
])('Node.js %s: %s', (version, expected) => {
  expect(runsOnNode(version)).toBe(expected)
})
