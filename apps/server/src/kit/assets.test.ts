import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { assets } from './assets.ts'

const clone = path.join(import.meta.dirname, '../../../..')

it('knows where a clone keeps what comes with the program', () => {
  expect(readFileSync(path.join(assets('locales'), 'en-US/problem.json'), 'utf8')).toContain('venue.notFound')
  expect(readFileSync(assets('favicon')).subarray(8, 12).toString()).toBe('WEBP')
  expect(assets('client')).toBe(path.join(clone, 'apps/web/dist'))
  expect(assets('tunnel')).toBe(path.join(clone, 'apps/tunnel/dist'))
  expect(assets('version')).toBe(path.join(clone, 'package.json'))
})
