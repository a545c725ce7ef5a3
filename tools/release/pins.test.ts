import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { entriesOf } from './folder.mjs'
import { pinImages, readPins } from './pins.mjs'

const deploy = entriesOf(path.join(import.meta.dirname, '../../deploy'), 'deploy')
const digest = (digit: string): string => `sha256:${digit.repeat(64)}`
const textOf = (entries: typeof deploy, name: string): string => {
  const entry = entries.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`there is no ${name}`)
  return 'bytes' in entry ? entry.bytes.toString() : readFileSync(entry.file, 'utf8')
}

describe('images of a release', () => {
  it('are named by their tags without a pin, and no digest is made up', () => {
    const { entries, left } = pinImages(deploy, readPins([]))
    expect(entries).toBe(deploy)
    expect(left).toEqual([
      ...['busybox:1.37', 'nginx:1.28', 'node:24-bookworm-slim', 'postgres:17', 'postgres:18', 'redis:8'],
    ])
  })

  it('are pinned wherever they are named, and nowhere else', () => {
    const pins = readPins([`node:24-bookworm-slim@${digest('a')}`, `postgres:18@${digest('b')}`])
    const { entries, left } = pinImages(deploy, pins)
    expect(left).toEqual(['busybox:1.37', 'nginx:1.28', 'postgres:17', 'redis:8'])
    expect(textOf(entries, 'deploy/docker/Dockerfile')).toContain(
      `\nARG BASE=node:24-bookworm-slim@${digest('a')}\n`,
    )
    const compose = textOf(entries, 'deploy/compose/compose.yaml')
    expect(compose).toContain(`image: \${POSTGRES_IMAGE:-postgres:18@${digest('b')}}\n`)
    expect(compose).toContain('image: ${IMAGE:-pennant:')
    const changed = entries.filter((entry, nth) => entry !== deploy[nth]).map(({ name }) => name)
    expect(changed).toEqual(
      expect.arrayContaining(['deploy/compose/compose.yaml', 'deploy/docker/Dockerfile']),
    )
    expect(changed).toHaveLength(2)
  })

  it('are not pinned by half a digest, twice, or under a name that no file has', () => {
    for (const wrong of ['nginx:1.28', 'nginx:1.28@sha256:abc', `nginx@${digest('a')}`, digest('a')])
      expect(() => readPins([wrong]), wrong).toThrow(/is no pin/)
    const one = `nginx:1.28@${digest('a')}`
    expect(() => readPins([one, one])).toThrow('nginx:1.28 is pinned twice')
    expect(() => pinImages(deploy, readPins([`nginx:1.27@${digest('a')}`]))).toThrow(
      /names nginx:1\.27\. They name busybox:1\.37, nginx:1\.28/,
    )
    expect(() => pinImages(deploy, readPins([`pennant:0.1.0@${digest('a')}`]))).toThrow(/names pennant/)
  })
})
