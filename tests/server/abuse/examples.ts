import type { Route } from '@pennant/contract/route'
import { accountExamples } from './account.ts'
import type { Example, MakeExample } from './example.ts'
import { gameExamples } from './game.ts'
import { instanceExamples } from './instance.ts'
import { platformExamples } from './platform.ts'
import { playExamples } from './play.ts'
import type { Setup } from './setup.ts'

/** Every declared route needs an entry in one of these, which brings it into the suite. */
const examples: Readonly<Record<string, MakeExample>> = {
  ...accountExamples,
  ...gameExamples,
  ...playExamples,
  ...instanceExamples,
  ...platformExamples,
}

export const exampleOf = (route: Route, setup: Setup): Promise<Example> => {
  const make = examples[route.id]
  if (make === undefined)
    throw new Error(`${route.id} has no example: add it to one of the files of examples`)
  return make(setup)
}
