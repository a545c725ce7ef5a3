import { describe, expect, it } from 'vitest'
import { loginFor } from './login.ts'
import { parseReference } from './reference.ts'

const login = (userName: string, serverAddress: string | null = null) => ({
  userName,
  password: `password of ${userName}`,
  serverAddress,
})

const logins = {
  'registry.example': login('host'),
  'registry.example:5000': login('port'),
  'https://Other.example/v2/': login('address', 'https://login.other.example'),
  'index.docker.io': login('hub'),
}

const found = (image: string, given: Parameters<typeof loginFor>[1] = logins) => {
  const reference = parseReference(image)
  return reference && loginFor(reference, given)
}

describe('the login for an image', () => {
  it.each([
    ['registry.example/x', 'host', 'registry.example'],
    ['registry.example:5000/x', 'port', 'registry.example:5000'],
    ['registry.example:7000/x', 'host', 'registry.example:7000'],
    ['REGISTRY.example/x', 'host', 'registry.example'],
    ['other.example/x', 'address', 'https://login.other.example'],
    ['nginx', 'hub', 'https://index.docker.io/v1/'],
    ['docker.io/library/nginx', 'hub', 'https://index.docker.io/v1/'],
  ])('%s is that of %s', (image, username, serveraddress) => {
    expect(found(image)).toEqual({ username, password: `password of ${username}`, serveraddress })
  })

  it('is none where none fits', () => {
    expect(found('elsewhere.example/x')).toBeNull()
    expect(found('nginx', { 'registry.example': login('host') })).toBeNull()
  })
})
