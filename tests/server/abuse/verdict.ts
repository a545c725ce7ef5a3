import { problems, type ProblemCode } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import { problemsOf } from '../../../apps/server/src/http/openapi/problems.ts'
import type { Answer } from '../../kit/client.ts'

type ErrorBody = { title?: unknown; status?: unknown; code?: unknown }

/** Traces, paths, statements, names of libraries: a refusal must not contain them. */
const inside =
  /\bat [\w.<>]+ \(|\.[cm]?[jt]s:\d+|node_modules|\/(home|root|var|tmp|usr|work)\/|\b(select|insert into|update|delete from) [\w".]+ |relation "|duplicate key|violates|syntax error|TypeError|RangeError|FST_|ECONN|fastify|kysely|postgres/i

/** Expects an answer in Chinese. */
export const faultsOfRefusal = (answer: Answer, route?: Route): string[] => {
  const { status, headers, text } = answer
  if (status < 400 || status > 499) return [`answered ${status}: ${text.slice(0, 120)}`]
  const type = headers.get('content-type')
  if (type !== 'application/json; charset=utf-8') return [`answered ${status} as ${type}`]
  const { title, status: said, code } = (answer.body ?? {}) as ErrorBody
  return [
    ...(typeof title === 'string' && /\p{Script=Han}/u.test(title) ? [] : [`title ${JSON.stringify(title)}`]),
    ...(isCode(code) ? [] : [`unknown code ${String(code)}`]),
    ...(isCode(code) && said === bodyStatus(code) ? [] : [`says ${String(said)}, answers ${status}`]),
    ...(route === undefined || isDeclared(route, status, code)
      ? []
      : [`undeclared: ${status} ${String(code)}`]),
    ...(headers.get('content-language') === 'zh-CN' ? [] : ['does not say its language']),
    ...(headers.get('cache-control') === 'no-store' ? [] : ['may be kept']),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['may be sniffed']),
    ...(inside.test(text) ? [`tells what is inside: ${text.slice(0, 200)}`] : []),
  ]
}

const isCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problems, code)

const bodyStatus = (code: ProblemCode): number => {
  const { status, body = status }: { status: number; body?: number } = problems[code]
  return body
}

const isDeclared = (route: Route, status: number, code: unknown): boolean =>
  problemsOf(route)
    .get(status)
    ?.some((one) => one === code) ?? false
