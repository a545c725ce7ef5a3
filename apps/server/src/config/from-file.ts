import { getNodeValue, type Node, parse, type ParseError, parseTree } from 'jsonc-parser'
import { findSetting, unknownName } from './find-setting.ts'
import type { Given, Notes } from './given.ts'
import { jsonText } from './value.ts'

/** With comments, commas at ends, and a byte order mark, as people write settings. Undefined if it is no JSON. */
export const parseLooseJson = (text: string): unknown => parse(text.replace(/^\uFEFF/, '')) as unknown

/** Null leaves a setting alone. */
export function fromFile(file: string, text: string, notes: Notes): Given[] {
  const given: Given[] = []
  const refuse = (setting: string, problem: string): void => {
    notes.faults.push({ setting, source: `file ${file}`, problem })
  }

  const read = (node: Node | undefined, segments: readonly string[]): void => {
    if (node === undefined || node.type === 'null') return
    const key = segments.join('.')
    const found = findSetting(segments)
    if (found === 'unknown') return refuse(key, unknownName(segments, 'key'))
    if (found === 'group') {
      if (node.type !== 'object') return refuse(key, 'it holds several settings, so it must be an object')
      for (const { children: [name, value] = [] } of node.children ?? [])
        read(value, [...segments, String(name?.value)])
      return
    }
    const { path, setting } = found
    const { type } = setting
    const raw =
      type.many && node.type === 'array' ? textsOf(node, type.itemText) : jsonText(getNodeValue(node))
    if (raw === null) refuse(path.join('.'), `it must be ${type.allowed}`)
    given.push({ ...found, raw, source: `file ${file}, key ${key}` })
  }

  const json = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const root = parseTree(json, errors)
  const [broken] = errors
  if (broken !== undefined) {
    const lines = json.slice(0, broken.offset).split('\n')
    const column = (lines.at(-1) ?? '').length + 1
    refuse('config', `it is not valid JSON at line ${lines.length}, column ${column}`)
  } else if (root?.type !== 'object') {
    refuse('config', 'it does not hold a JSON object')
  } else {
    read(root, [])
  }
  return given
}

function textsOf(
  { children = [] }: Node,
  textOf: (item: unknown) => string | null,
): readonly string[] | null {
  const texts = children.map((item) => textOf(getNodeValue(item)))
  return texts.every((text) => text !== null) ? texts : null
}
