import { done, type Verb } from './verb.ts'

export const version: Verb = {
  words: [],
  flags: {},
  summary: 'Print the version',
  run: async (_input, io) => done(io.version, { version: io.version }),
}
