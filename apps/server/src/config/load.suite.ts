import { ConfigFault } from './fault.ts'
import { type ConfigSources, loadConfig } from './load.ts'
import type { Config } from './schema.ts'

export type Given = {
  file?: unknown
  env?: ConfigSources['env']
  argv?: readonly string[]
  files?: Record<string, string>
}

export const cwd = '/srv/pennant'

export function load({ file, env = {}, argv = [], files = {} }: Given): ReturnType<typeof loadConfig> {
  const all = new Map(Object.entries(files))
  if (file !== undefined)
    all.set(`${cwd}/pennant.json`, typeof file === 'string' ? file : JSON.stringify(file))
  const readFile = (path: string): string => {
    const text = all.get(path)
    if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    return text
  }
  return loadConfig({ argv, env, cwd, readFile })
}

export const configOf = (given: Given): Config => load(given).config

export function faultOf(given: Given): ConfigFault {
  try {
    load(given)
  } catch (error) {
    if (error instanceof ConfigFault) return error
    throw error
  }
  throw new Error('these settings were accepted')
}

export const faultsOf = (given: Given): string[] =>
  faultOf(given).faults.map(({ setting, source, problem }) => `${setting} | ${source} | ${problem}`)
