import type { Language } from '@pennant/contract/enums'
import { isOwnMachine } from '../kit/listen.ts'
import { hostnameOf, type RequestOrigin } from './address.ts'

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

// Useless on scripts, styles, texts, and fonts below `/static/`, all of which every first visit loads.
export const idleOnParts = [
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'content-language',
] as const
export const isPart = (path: string): boolean => /\.(?:js|mjs|css|json|woff2)$/.test(path)

// A client keeps them of the answer that it has, so that a 304 needs none.
export const idleOnNotModified = [...Object.keys(securityHeaders), 'content-language']

export type CommonHead = {
  readonly headers: Readonly<Record<string, string>>
  readonly lines: readonly string[]
  readonly linesOfNotModified: readonly string[]
}

export const createCommonHeads = (production: boolean) => {
  const known = { strict: new Map<Language, CommonHead>(), plain: new Map<Language, CommonHead>() }
  return (language: Language, { scheme, host }: RequestOrigin): CommonHead => {
    // On its own machine a browser would then refuse every program that speaks no TLS.
    const strict = production && scheme === 'https' && !isOwnMachine(hostnameOf(host))
    const heads = strict ? known.strict : known.plain
    const before = heads.get(language)
    if (before !== undefined) return before
    const ofAll: Readonly<Record<string, string>> = strict ? transportSecurity : {}
    const headers = { ...securityHeaders, 'content-language': language, ...ofAll }
    const linesOfNotModified = Object.entries(ofAll).flat()
    const head = { headers, lines: Object.entries(headers).flat(), linesOfNotModified }
    heads.set(language, head)
    return head
  }
}

const transportSecurity = { 'strict-transport-security': 'max-age=2592000' } as const

// `unsafe-inline` and the schemes are for browsers without nonces or `strict-dynamic`; others ignore them.
// Posts show images from anywhere, Turnstile is a frame, and the tunnel daemon runs on the visitor's machine.
export const contentSecurityPolicy = (nonce: string): string =>
  [
    `default-src 'strict-dynamic' 'nonce-${nonce}' 'unsafe-inline' http: https:`,
    "style-src 'self' 'unsafe-inline'",
    "img-src * 'self' data: blob:",
    "font-src * 'self' data:",
    "object-src 'none'",
    'frame-src * https:',
    "connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Uploaded bytes must never act as a page of this site. */
export const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
