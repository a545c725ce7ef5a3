// @ts-check
import { routesOf } from '../openapi.mjs'

/**
 * @typedef {import('./setup.mjs').Setup} Setup
 * @typedef {import('../openapi.mjs').Route} Route
 * @typedef {import('../openapi.mjs').Document} Document
 */

const ranks = ['Banned', 'User', 'Monitor', 'Admin']

/** @param {Setup} setup */
export async function tryAccess(setup) {
  const { recorder, nobody, ann, monitor, admin, document } = setup
  recorder.begin('doors')
  await recorder.aside(async () => {
    for (const route of routesOf(document)) {
      const rank = ranks.indexOf(route.operation['x-role'] ?? '')
      const path = filled(route, 'unknown')
      if (rank > 0) await nobody.call(route.method, path, undefined, { note: 'not logged in' })
      if (rank > 1) await ann.call(route.method, path, undefined, { note: 'a player' })
      if (rank > 2) await monitor.call(route.method, path, undefined, { note: 'a monitor' })
      await tryBodies(setup, route, path)
      if (path === route.path) continue
      await admin.call(route.method, path, bodyOf(route), { note: 'of nothing', ...formFor(setup, route) })
      await admin.call(route.method, filled(route, 'malformed'), bodyOf(route), { note: 'malformed' })
    }
    for (const path of Object.keys(document.paths))
      await admin.call(
        'PATCH',
        filledPath(path, () => '1'),
        undefined,
        { note: 'unknown method' },
      )
  })
}

/**
 * @param {Setup} setup
 * @param {Route} route
 * @param {string} path
 */
async function tryBodies({ admin, document }, route, path) {
  const content = route.operation.requestBody?.content
  if (content === undefined) return
  const { method } = route
  await admin.call(method, path, undefined, { note: 'without a body' })
  await admin.call(method, path, undefined, { note: 'text', raw: { type: 'text/plain', bytes: 'text' } })
  if (content['application/json'] === undefined) {
    await admin.call(method, path, { file: 'x' }, { note: 'JSON' })
    return
  }
  await admin.call(method, path, undefined, {
    note: 'broken',
    raw: { type: 'application/json', bytes: '{"a":' },
  })
  await admin.call(method, path, 7, { note: 'a number' })
  const schema = resolved(document, content['application/json'].schema)
  if (schema.required?.length > 0) await admin.call(method, path, {}, { note: 'nothing in it' })
}

/** @param {Route} route */
function bodyOf({ operation }) {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema === undefined ? undefined : schema.type === 'array' ? [] : {}
}

/**
 * @param {Setup} setup
 * @param {Route} route
 */
function formFor({ png }, { operation }) {
  const isForm = operation.requestBody?.content['multipart/form-data'] !== undefined
  return isForm ? { form: [{ name: 'file', file: 'a.png', type: 'image/png', bytes: png }] } : {}
}

/**
 * @param {Route} route
 * @param {'unknown' | 'malformed'} how
 */
function filled({ path, operation }, how) {
  return filledPath(path, (name) => {
    const schema = operation.parameters?.find((one) => one.in === 'path' && one.name === name)?.schema
    if (how === 'malformed') return 'no-such-form'
    if (schema?.type === 'integer') return '987654'
    if (schema?.format === 'uuid') return '00000000-0000-4000-8000-000000000000'
    return /hash/i.test(name) ? 'ab'.repeat(32) : name === 'filename' ? 'nothing.bin' : 'deadbeef'
  })
}

/**
 * @param {string} path
 * @param {(name: string) => string} valueOf
 */
function filledPath(path, valueOf) {
  return path.replace(/\{(\w+)\}/g, (_, name) => valueOf(String(name)))
}

/**
 * @param {Document} document
 * @param {any} schema
 */
function resolved(document, schema) {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  return (name === undefined ? schema : document.components?.schemas?.[name]) ?? {}
}
