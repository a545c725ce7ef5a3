import { describe, expect, it } from 'vitest'
import { chooseContainers } from './choose.ts'

describe('the choice of what runs containers', () => {
  const here = { type: 'Auto', inCluster: false, hasDocker: false } as const

  it('follows the setting whatever there is', () => {
    const everything = { inCluster: true, hasDocker: true }
    expect(chooseContainers({ ...everything, type: 'None' })).toBe('none')
    expect(chooseContainers({ ...everything, type: 'Docker' })).toBe('docker')
    expect(chooseContainers({ ...here, type: 'Kubernetes' })).toBe('kubernetes')
  })

  it('otherwise takes the cluster that it is in, then Docker, then nothing', () => {
    expect(chooseContainers({ ...here, inCluster: true, hasDocker: true })).toBe('kubernetes')
    expect(chooseContainers({ ...here, hasDocker: true })).toBe('docker')
    expect(chooseContainers(here)).toBe('none')
  })
})
