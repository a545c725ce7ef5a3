import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { withIsolationTables } from './isolation-table.ts'

const manual = new URL('../../../../../../docs/operator/docker.md', import.meta.url)

describe('the isolation table of the manual', () => {
  it('is what the tests on Docker prove', async () => {
    const text = await readFile(manual, 'utf8')
    expect(text).toBe(withIsolationTables(text))
  })
})
