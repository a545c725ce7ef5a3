import { Problem, problems, type ProblemCode } from '@pennant/contract/problem'
import { expect, it } from 'vitest'
import { failureAnswer } from './error.ts'

const codes = Object.keys(problems) as ProblemCode[]
const texts = { problem: (_language: string, code: string) => code }

it.each(codes.filter((code) => [429, 503].includes(problems[code].status)))(
  'the answer of %s says when to come again, no matter who throws it',
  (code) => {
    const { status, headers } = failureAnswer(new Problem(code), {
      language: 'en-US',
      texts,
      onUnknown: () => undefined,
    })
    expect([429, 503]).toContain(status)
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  },
)

it('so does that of a database that is away', () => {
  const error = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  const answer = failureAnswer(error, { language: 'en-US', texts, onUnknown: () => undefined })
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
})
