import { expect, it } from 'vitest'
import { reproducible } from './sbom.mjs'

it('says nothing of the run that wrote it', () => {
  const date = new Date('2026-11-27T08:00:00Z')
  const sbom = (run: string) => ({
    bomFormat: 'CycloneDX',
    serialNumber: `urn:uuid:${run}`,
    metadata: { timestamp: run, tools: ['npm'], component: { name: run, version: '1.2.0' } },
    components: [{ name: 'ws' }],
  })
  expect(reproducible(sbom('one'), date)).toEqual(reproducible(sbom('another'), date))
  expect(reproducible(sbom('one'), date)).toEqual({
    bomFormat: 'CycloneDX',
    metadata: {
      timestamp: '2026-11-27T08:00:00.000Z',
      tools: ['npm'],
      component: { name: 'pennant', version: '1.2.0' },
    },
    components: [{ name: 'ws' }],
  })
})
