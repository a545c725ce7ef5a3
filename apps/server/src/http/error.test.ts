import { Problem, problems, type ProblemCode } from '@pennant/contract/problem'
import { expect, it } from 'vitest'
import { failureAnswer } from './error.ts'

const codes = Object.keys(problems) as ProblemCode[]
const asked = {
  language: 'en-US',
  texts: { problem: (_language: string, code: string) => code },
  requestId: () => 'request-1',
  onUnknown: () => undefined,
} as const

it.each(codes.filter((code) => [429, 503].includes(problems[code].status)))(
  'the answer of %s says when to come again, no matter who throws it',
  (code) => {
    const { status, headers } = failureAnswer(new Problem(code), asked)
    expect([429, 503]).toContain(status)
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  },
)

it('so does that of a database that is away', () => {
  const error = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const answer = failureAnswer(error, asked)
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
})

it('only the answer of a failure names the request, and only there the id is asked for', () => {
  let times = 0
  const requestId = (): string => `request-${++times}`
  for (const code of codes) {
    const { status, text } = failureAnswer(new Problem(code), { ...asked, requestId })
    const { requestId: said } = JSON.parse(text) as { requestId?: string }
    expect([code, said]).toEqual([code, status < 500 ? undefined : `request-${times}`])
  }
  expect(times).toBe(codes.filter((code) => problems[code].status >= 500).length)
})
