import type { Config } from '../config/schema.ts'
import { secretsIn } from '../config/secret-values.ts'
import { allSettings, type Path } from '../config/walk.ts'
import { readSettings } from './settings.ts'
import { done, type Verbs } from './verb.ts'

export type Shown = { setting: string; value: unknown; source: string | null }

export const configVerbs: Verbs = {
  'config show': {
    words: [],
    flags: { sources: { type: 'boolean' } },
    flagTexts: { sources: 'Say where each setting comes from' },
    summary: 'Show all settings; of secrets only that they are set',
    async run(input, io) {
      const { config, sources } = readSettings(input, io)
      const shown = settingsOf(config, sources)
      const text = shown.map(({ setting, value, source }) => {
        const origin = input.flags['sources'] === true ? `  (${source ?? 'default'})` : ''
        return `${setting} = ${typeof value === 'string' ? value : JSON.stringify(value)}${origin}`
      })
      return done(text.join('\n'), { settings: shown })
    },
  },
  'config check': {
    words: [],
    flags: {},
    summary: 'Check all settings',
    async run(input, io) {
      const { findings } = readSettings(input, io)
      const exit = findings.length === 0 ? 0 : 3
      return { exit, text: 'The settings are valid.', result: null, findings }
    },
  },
}

export const settingsOf = (config: Config, sources: ReadonlyMap<string, string>): Shown[] => {
  const secrets = secretsIn(config).filter((secret) => secret !== '')
  // The tree has a member for each part of a path.
  const at = (path: Path): unknown =>
    path.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config)
  return allSettings((table) => Object.keys(at(table) as object)).map(({ path, setting }) => {
    const value = at(path)
    const key = path.join('.')
    const isHidden =
      (setting.secret && value !== null && value !== '') ||
      secrets.some((secret) => JSON.stringify(value)?.includes(secret))
    return { setting: key, value: isHidden ? '[set]' : value, source: sources.get(key) ?? null }
  })
}
