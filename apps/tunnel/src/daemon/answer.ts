/** Faults are plain text, as pages of other platforms expect. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: '',
})

export const text = (status: number, body: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    // Room comes when a question is answered or a tunnel closed.
    ...(status === 429 ? { 'retry-after': '5' } : {}),
  },
  body,
})

export const json = (body: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
