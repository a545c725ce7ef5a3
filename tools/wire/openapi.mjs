// @ts-check

/**
 * @typedef {{ name: string, in: string, schema?: { type?: string, format?: string, pattern?: string } }} Parameter
 * @typedef {{ operationId: string, parameters?: Parameter[], 'x-role'?: string, requestBody?: { content: Record<string, { schema: any }> } }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components?: { schemas?: Record<string, any> } }} Document
 * @typedef {{ method: string, path: string, operation: Operation }} Route
 */

/**
 * @param {Document} document
 * @returns {Route[]}
 */
export function routesOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/**
 * @param {Document} document
 * @param {Iterable<string>} reached  such as `GET /api/team/3`
 * @returns {string[]}
 */
export function unreached(document, reached) {
  const routes = routesOf(document)
  const found = new Set(
    [...reached].map((asked) => {
      const [method = '', path = ''] = asked.split(' ')
      const candidates = routes.filter((route) => route.method === method && fits(route.path, path))
      // A fixed path wins over one with a parameter.
      return candidates.toSorted((a, b) => parameterCount(a) - parameterCount(b))[0]
    }),
  )
  return routes.filter((route) => !found.has(route)).map(({ method, path }) => `${method} ${path}`)
}

/** @param {Route} route */
function parameterCount({ path }) {
  return path.split('{').length
}

/**
 * @param {string} template
 * @param {string} path
 */
function fits(template, path) {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith('{') || part.toLowerCase() === given[at]?.toLowerCase())
  )
}

/**
 * @param {unknown} value
 * @param {string} member
 * @returns {unknown}
 */
export function withoutTexts(value, member = '') {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one))
  if (typeof value !== 'object' || value === null) return value
  // Below `properties` the same words are names of members.
  const isNames = member === 'properties' || member === 'schemas' || member === 'paths'
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, one]) => isNames || typeof one !== 'string' || (key !== 'description' && key !== 'summary'),
      )
      .map(([key, one]) => [key, withoutTexts(one, isNames ? '' : key)]),
  )
}
