import { describe, expect, it } from 'vitest'
import { loadConfig } from '../config/load.ts'
import { publishedAt } from '../adapters/containers/open.ts'

const hostFor = (
  kind: Parameters<typeof publishedAt>[1],
  settings: Record<string, string>,
  siteUrl: string | null = 'https://ctf.example',
): string | null => {
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`PENNANT_${name}`, value]))
  const { config } = loadConfig({ argv: [], env, cwd: '/' })
  return publishedAt(config.containerProvider, kind, siteUrl)
}
const mapping = 'CONTAINER_PROVIDER__PORT_MAPPING_TYPE'

describe('where players are told that instances are', () => {
  it('is the site, or the daemon that is elsewhere, unless an entry is configured', () => {
    expect(hostFor('docker', { [mapping]: 'Default' })).toBe('ctf.example')
    const daemon = { CONTAINER_PROVIDER__DOCKER_CONFIG__URI: 'tcp://docker.example:2376' }
    expect(hostFor('docker', { ...daemon, [mapping]: 'Default' })).toBe('docker.example')
    const entry = { CONTAINER_PROVIDER__PUBLIC_ENTRY: 'play.example', [mapping]: 'Default' }
    for (const kind of ['docker', 'kubernetes'] as const)
      expect(hostFor(kind, { ...entry })).toBe('play.example')
  })

  it('is nowhere where nothing is published, and not known of a cluster', () => {
    expect(hostFor('none', { [mapping]: 'Default' })).toBeNull()
    expect(hostFor('docker', { [mapping]: 'PlatformProxy' })).toBeNull()
    expect(hostFor('kubernetes', { [mapping]: 'Default' })).toBeNull()
  })
})
