/** On every answer. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

/**
 * What says nothing about scripts, styles, texts and fonts below `/static/`: they are no documents, are in no
 * language of the request, and change their name with their content. Each of them is a part of every first visit.
 */
export const idleOnParts = [
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'content-language',
] as const
export const isPart = (path: string): boolean => /\.(?:js|mjs|css|json|woff2)$/.test(path)

export const transportSecurity = { 'strict-transport-security': 'max-age=2592000' } as const

/**
 * The policy of the page. Scripts run by nonce alone; `unsafe-inline` and the schemes are for browsers
 * that know neither nonces nor `strict-dynamic`, and are ignored by those that do. Images may come from
 * anywhere (posts and challenges show them), frames as well (Turnstile), and the page may speak to itself
 * and to the tunnel daemon on the visitor's own machine.
 */
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

/** Stored bytes never act as a page of ours, whatever they are. */
export const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
