import { describe, expect, it } from 'vitest'
import { email, host, ipAddress, link, network, origin } from './address.ts'
import type { One } from './value.ts'

function acceptedOf(type: One<string>, texts: readonly string[]): string[] {
  return texts.map((text) => type.read(text)).flatMap((read) => ('value' in read ? [read.value] : []))
}

describe('an origin', () => {
  it('is written as browsers write it', () => {
    expect(
      acceptedOf(origin(), [
        'https://CTF.example.org',
        'https://ctf.example.org/',
        ' http://h:80 ',
        'https://h:8443',
        'http://[::1]:8080',
      ]),
    ).toEqual([
      'https://ctf.example.org',
      'https://ctf.example.org',
      'http://h',
      'https://h:8443',
      'http://[::1]:8080',
    ])
  })

  it('has no path, user, other scheme or missing host', () => {
    expect(
      acceptedOf(origin(), [
        'https://h/ctf',
        'https://h?x',
        'https://h/#x',
        'https://u@h',
        'https://u:p@h',
        'ftp://h',
        'javascript:alert(1)',
        'ctf.example.org',
        '//h',
        'https://',
        'https:///h',
        'https://h h',
        'https://h:99999',
        '*',
      ]),
    ).toEqual([])
  })
})

describe('a link', () => {
  it('keeps its path and query', () => {
    expect(acceptedOf(link(), ['https://h/turnstile/v0?x=1'])).toEqual(['https://h/turnstile/v0?x=1'])
    expect(acceptedOf(link(), ['https://u:p@h/x', '/x', 'file:///etc/passwd', ''])).toEqual([])
  })
})

describe('a network', () => {
  it('is an address and a prefix length', () => {
    const networks = [
      '10.0.0.0/8',
      '0.0.0.0/0',
      '10.1.2.3/32',
      '::/0',
      'fd00::/8',
      '::1/128',
      '::ffff:10.0.0.0/104',
    ]
    expect(acceptedOf(network(), networks)).toEqual(networks)
  })

  it('is refused where another reader could see another network', () => {
    expect(
      acceptedOf(network(), [
        '10.0.0.0',
        '10.0.0.0/33',
        '::1/129',
        '10/8',
        '010.0.0.0/8',
        '0x0a.0.0.0/8',
        '10.0.0.0/8/8',
        '10.0.0.0/-1',
        '10.0.0.0/',
        'fe80::1%eth0/64',
        'localhost/8',
      ]),
    ).toEqual([])
  })
})

describe('a host', () => {
  it('is a name or an address', () => {
    const hosts = [
      'localhost',
      'mail.example.org',
      'my_service',
      'xn--bcher-kva.example',
      '10.1.2.3',
      '::',
      'fe80::1',
    ]
    expect(acceptedOf(host(), hosts)).toEqual(hosts)
  })

  it('has no scheme, port or path, and is no mistyped address', () => {
    expect(
      acceptedOf(host(), [
        '',
        'http://h',
        'h:80',
        '[::1]',
        'h/x',
        'a b',
        '-h',
        'h..x',
        '1.2.3',
        '300.1.1.1',
        'h'.repeat(64),
        '*',
      ]),
    ).toEqual([])
  })

  it('differs from an address', () => {
    expect(acceptedOf(ipAddress(), ['1.1.1.1', '2606:4700::1111'])).toEqual(['1.1.1.1', '2606:4700::1111'])
    expect(acceptedOf(ipAddress(), ['localhost', '1.1.1', '1.1.1.1:53'])).toEqual([])
  })
})

describe('an email address', () => {
  it('has one name and one host', () => {
    const addresses = ['ctf@example.org', "o'neil+ctf@mail.example.org", 'root@localhost']
    expect(acceptedOf(email(), addresses)).toEqual(addresses)
    expect(
      acceptedOf(email(), [
        'nobody',
        '@h',
        'a@',
        'a@@h',
        'a b@h',
        'CTF <a@h>',
        'a@h,b@h',
        'a@1.2.3',
        'a\n@h',
        'a@h\r\nBcc: b@h',
      ]),
    ).toEqual([])
  })
})
