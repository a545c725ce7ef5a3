import { describe, expect, it } from 'vitest'
import { containerName, parseReference } from './reference.ts'

const digest = `sha256:${'ab'.repeat(32)}`

describe('the name of an image', () => {
  it.each([
    ['nginx', 'docker.io', 'nginx', 'latest', 'nginx:latest'],
    [' ctf/web:1.2 ', 'docker.io', 'ctf/web', '1.2', 'ctf/web:1.2'],
    [
      'registry.example/a/b/c',
      'registry.example',
      'registry.example/a/b/c',
      'latest',
      'registry.example/a/b/c:latest',
    ],
    ['localhost/x:y', 'localhost', 'localhost/x', 'y', 'localhost/x:y'],
    [
      'Registry.example:5000/x',
      'registry.example:5000',
      'Registry.example:5000/x',
      'latest',
      'Registry.example:5000/x:latest',
    ],
    [`x@${digest}`, 'docker.io', 'x', digest, `x@${digest}`],
    [`h:1/x:tag@${digest}`, 'h:1', 'h:1/x', digest, `h:1/x:tag@${digest}`],
    [digest, 'docker.io', 'sha256', 'ab'.repeat(32), digest],
  ])('%s is taken apart', (image, host, repository, version, full) => {
    expect(parseReference(image)).toEqual({ host, repository, version, full })
  })

  it.each([
    '',
    ' ',
    'Upper',
    'a b',
    '../../secrets',
    'x/../y',
    'x?y',
    'x#y',
    'http://registry.example/x',
    'x:',
    'x:a:b',
    'x@sha256:short',
    `x@${digest}@${digest}`,
    '/x',
    'x/',
    `${'a/'.repeat(300)}x`,
  ])('"%s" is none', (image) => {
    expect(parseReference(image)).toBeNull()
  })
})

describe('the name of a container', () => {
  it.each([
    ['nginx', 'nginx_00ff'],
    ['registry.example:5000/team/web-1:v2', 'web-1_00ff'],
    [`a/b@${digest}`, 'b_00ff'],
  ])('of %s is %s', (image, name) => {
    const reference = parseReference(image)
    expect(reference && containerName(reference, '00ff')).toBe(name)
  })

  it('is kept short', () => {
    const reference = parseReference('x'.repeat(300))
    expect(reference && containerName(reference, '00ff')).toBe(`${'x'.repeat(100)}_00ff`)
  })
})
