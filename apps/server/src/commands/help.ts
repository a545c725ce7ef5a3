import { done, type Verb, type Verbs, wrongUsage } from './verb.ts'

const common = [
  ['--config FILE', 'Settings file, as for `start`'],
  ['--json', 'Write one JSON document (schemas/cli-1.json)'],
  ['--quiet', 'Leave out progress and warnings'],
  ['--yes', 'Answer every question with yes'],
  ['--no-color', 'Write without colors'],
] as const

const start = 'start'
const startSummary = 'Start the server. The same as no command; `pennant --help` lists its flags'

export const usageOf = (verbs: Verbs, name: string): string => {
  const found = Object.entries(verbs).filter(([one]) => one === name || one.startsWith(`${name} `))
  return [
    ...found.map(([one, verb]) => `Usage: ${lineOf(one, verb)}\n  ${verb.summary}`),
    '',
    ...rows([...found.flatMap(([, verb]) => flagRows(verb)), ...common]),
  ].join('\n')
}

export const createHelp = (all: () => Verbs): Verb => ({
  words: ['[VERB]', '[VERB]', '[VERB]'],
  flags: {},
  summary: 'Say how a command is used',
  async run({ words }) {
    const verbs = all()
    const name = words.join(' ')
    if (name === '') {
      const known = Object.entries(verbs).map(([one, verb]) => [lineOf(one, verb), verb.summary] as const)
      const text = ['Usage: pennant [command] [flags]', '', ...rows([[start, startSummary], ...known])]
      return done(text.join('\n'), { verbs: [start, ...Object.keys(verbs)] })
    }
    if (name === start) return done(`Usage: pennant start [flags]\n  ${startSummary}`, { verbs: [start] })
    const names = Object.keys(verbs).filter((one) => one === name || one.startsWith(`${name} `))
    if (names.length === 0) throw wrongUsage('There is no such command.', 'Run `pennant help` for a list.')
    return done(usageOf(verbs, name), { verbs: names })
  },
})

const lineOf = (name: string, { words, flags }: Verb): string =>
  ['pennant', name, ...words, ...(Object.keys(flags).length === 0 ? [] : ['[flags]'])].join(' ')

const flagRows = ({ flags, flagTexts = {} }: Verb): (readonly [string, string])[] =>
  Object.entries(flags).map(([flag, { type }]) => [
    `--${flag}${type === 'string' ? ' VALUE' : ''}`,
    flagTexts[flag] ?? '',
  ])

const rows = (all: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...all.map(([left]) => left.length))
  return all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

export const version: Verb = {
  words: [],
  flags: {},
  summary: 'Print the version',
  run: async (_input, io) => done(io.version, { version: io.version }),
}
