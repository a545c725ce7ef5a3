import { problems, type ProblemCode } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'
import type { Schema } from '@pennant/contract/schema'

export const problemsOf = (route: Route): ReadonlyMap<number, readonly ProblemCode[]> => {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set([...ofTheGuard(route), ...(route.problems ?? [])])) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].toSorted(([one], [other]) => one - other))
}

export const failures: readonly ProblemCode[] = ['server.internal', 'server.unavailable']

function* ofTheGuard({
  method,
  anyMethod,
  access,
  params,
  query,
  body,
  upload,
}: Route): Iterable<ProblemCode> {
  if (method !== 'GET' || anyMethod === true) yield 'request.crossSite'
  if (access !== 'anonymous') yield 'auth.required'
  if (access !== 'anonymous' && access !== 'session') yield 'auth.banned'
  // For a lower role, or a token with another scope.
  if (access !== 'anonymous') yield 'auth.forbidden'
  if (body !== undefined || upload !== undefined) {
    yield 'request.malformed'
    yield 'request.tooLarge'
    yield 'request.mediaType'
  }
  if (params !== undefined) yield 'request.notFound'
  for (const member of Object.values(query?.properties ?? {})) yield* faultsOf(member)
  if (query !== undefined && (query.required ?? []).length > 0) yield 'validation.required'
  if (body !== undefined) {
    yield 'validation.body'
    yield* faultsOf(body)
  }
  yield 'request.tooMany'
}

function* faultsOf(schema: Schema): Iterable<ProblemCode> {
  const { type, properties, required, items, maxItems, anyOf } = schema
  for (const one of anyOf ?? []) yield* faultsOf(one)
  if (properties !== undefined) {
    if (required !== undefined && required.length > 0) yield 'validation.required'
    for (const member of Object.values(properties)) yield* faultsOf(member)
  }
  if (items !== undefined) yield* faultsOf(items)
  if (maxItems !== undefined) yield 'validation.tooMany'
  const types = typeof type === 'string' ? [type] : (type ?? [])
  if (types.includes('string')) yield* faultsOfText(schema)
  else if (types.includes('integer') || types.includes('number')) {
    if (schema['x-time'] === true) yield 'validation.date'
    else {
      yield 'validation.type'
      if (schema.minimum !== undefined || schema.maximum !== undefined) yield 'validation.range'
    }
  } else if (types.some((one) => one !== 'null')) yield 'validation.type'
}

function* faultsOfText(schema: Schema): Iterable<ProblemCode> {
  if (schema.enum !== undefined) {
    yield 'validation.choice'
    return
  }
  yield 'validation.type'
  yield 'validation.text'
  if (schema['x-line'] === true) yield 'name.invisible'
  if (schema['x-required'] === true) yield 'validation.required'
  if (schema.minLength !== undefined) yield 'validation.tooShort'
  if (schema.maxLength !== undefined) yield 'validation.tooLong'
  if (schema['x-format'] === 'email' || schema['x-format'] === 'emailOrNone') yield 'validation.email'
  if (schema['x-format'] === 'phone') yield 'validation.phone'
  if (schema['x-format'] === 'color') yield 'validation.color'
  if (schema['x-format'] === 'label') yield 'validation.label'
}
