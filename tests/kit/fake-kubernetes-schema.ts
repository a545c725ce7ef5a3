import * as library from '@kubernetes/client-node'
import { readFileSync } from 'node:fs'

/** From the library's models, which are generated; only their declarations tell which fields are required. */
type Field = { name: string; baseName: string; type: string; format: string }

const folder = new URL('gen/models/', import.meta.resolve('@kubernetes/client-node'))
const models = new Map<string, { fields: Field[]; required: Set<string> } | null>()

export function schemaFaults(model: string, value: unknown, path = ''): string[] {
  const described = modelOf(model)
  if (described === null) return [`${path}: the description has no ${model}`]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: no object`]
  const faults: string[] = []
  const given = new Map<string, unknown>(Object.entries(value))
  for (const name of given.keys()) {
    if (!described.fields.some(({ baseName }) => baseName === name)) {
      faults.push(`unknown field "${below(path, name)}"`)
    }
  }
  for (const { name, baseName, type, format } of described.fields) {
    const at = below(path, baseName)
    const part = given.get(baseName)
    if (part === undefined || part === null) {
      if (described.required.has(name)) faults.push(`${at}: Required value`)
    } else faults.push(...valueFaults(type, format, part, at))
  }
  return faults
}

function valueFaults(type: string, format: string, value: unknown, at: string): string[] {
  const [, item] = /^Array<(.*)>$/.exec(type) ?? []
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${at}: no array`]
    return value.flatMap((each, index) => valueFaults(item, format, each, `${at}[${index}]`))
  }
  const [, entry] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? []
  if (entry !== undefined) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: no map`]
    return Object.entries(value).flatMap(([key, each]) => valueFaults(entry, format, each, `${at}[${key}]`))
  }
  switch (type) {
    case 'any':
    case 'object':
      return []
    case 'string':
      if (typeof value !== 'string') return [`${at}: no string`]
      return format === 'byte' && Buffer.from(value, 'base64').toString('base64') !== value
        ? [`${at}: illegal base64 data`]
        : []
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at}: no boolean`]
    case 'number':
      return Number.isInteger(value) ? [] : [`${at}: no whole number`]
    case 'IntOrString':
      return Number.isInteger(value) || typeof value === 'string' ? [] : [`${at}: no number or string`]
    case 'Date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? [] : [`${at}: no time`]
    default:
      return schemaFaults(type, value, at)
  }
}

function modelOf(name: string): { fields: Field[]; required: Set<string> } | null {
  const known = models.get(name)
  if (known !== undefined) return known
  const found: unknown = Reflect.get(library, name)
  let model = null
  if (typeof found === 'function' && 'getAttributeTypeMap' in found) {
    const fields = (found as unknown as { getAttributeTypeMap(): Field[] }).getAttributeTypeMap()
    const declared = readFileSync(new URL(`${name}.d.ts`, folder), 'utf8')
    const required = new Set([...declared.matchAll(/^ {4}'(\w+)': /gm)].map(([, field = '']) => field))
    model = { fields, required }
  }
  models.set(name, model)
  return model
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
