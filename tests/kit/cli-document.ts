import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const schemaFile = new URL('../../schemas/cli-1.json', import.meta.url)

export type CliDocument = {
  verb: string
  ok: boolean
  exit: number
  result: Record<string, unknown> | null
  findings: { code: string; level: string; message: string; remedy: string | null }[]
}

/** Throws unless the text is exactly one document of the schema. */
export const readDocument = (text: string): CliDocument => {
  const validate = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object)
  const document: unknown = JSON.parse(text)
  if (!validate(document)) throw new Error(`${JSON.stringify(validate.errors)} in ${text}`)
  return document as CliDocument
}

export const knownVerbs = (): string[] => {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as { properties: { verb: { enum: string[] } } }
  return schema.properties.verb.enum
}
