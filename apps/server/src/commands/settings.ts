import { loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { type Finding, finding, type Input, type Io } from './verb.ts'

export type Settings = {
  config: Config
  sources: ReadonlyMap<string, string>
  findings: readonly Finding[]
}

export const readSettings = ({ flags }: Input, { env, cwd }: Io): Settings => {
  const file = flags['config']
  const argv = typeof file === 'string' ? [`--config=${file}`] : []
  const { config, warnings, sources } = loadConfig({ argv, env, cwd })
  return {
    config,
    sources,
    findings: warnings.map((message) => finding('warning', 'settings.warning', 'settings', message)),
  }
}
