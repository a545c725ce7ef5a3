import { describe, expect, it } from 'vitest'
import { captureFolder, captureKey, captureName, captureRefOf } from './ref.ts'

describe('where a capture is kept', () => {
  const name = captureName('3F2A9C01-b7de-4a5f-8c3d-0123456789ab'.toLowerCase(), 'm9x1k2a7q')

  it('is named by the container and the first connection', () => {
    expect(name).toBe('3f2a9c01b7de-m9x1k2a7q.pcap.gz')
  })

  it('is below the challenge and the participation', () => {
    const ref = { challengeId: 12, participationId: 34, name }
    expect(captureKey(ref)).toBe(`capture/12/34/${name}`)
    expect(captureKey(ref).startsWith(captureFolder(12))).toBe(true)
    expect(captureKey(ref).startsWith(captureFolder(12, 34))).toBe(true)
    expect(captureRefOf(captureKey(ref))).toEqual(ref)
  })

  it.each([
    'capture/12/34',
    'capture/12/34/',
    'capture/12/34/../x.pcap.gz',
    'capture/12/34/..pcap.gz',
    'capture/12/34/a/b.pcap.gz',
    'capture/12/x/a.pcap.gz',
    'capture/12/34/a.pcap',
    'uploads/12/34/a.pcap.gz',
  ])('is not %s', (key) => {
    expect(captureRefOf(key)).toBeNull()
  })
})
