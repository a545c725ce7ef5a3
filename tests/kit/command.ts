import { runVerb } from '../../apps/server/src/commands/run-verb.ts'
import type { Io } from '../../apps/server/src/commands/verb.ts'
import type { Written } from '../../apps/server/src/commands/written.ts'
import { testSecret } from './game-key.ts'
import type { TestDatabase } from './test-database.ts'
import { quickHasher } from './world.ts'

type Place = { database: TestDatabase; redisUrl?: string | null }
type Given = Pick<Io, 'place' | 'stalledAfterMs'> & {
  clock?: Io['clock']
  stdin?: string
  confirm?: Io['confirm']
  env?: Record<string, string>
  signal?: AbortSignal
}

/** Runs a command on the installation, as the account `tester`. */
export const runCommand = (
  { database, redisUrl = null }: Place,
  argv: readonly string[],
  { stdin = '', confirm = null, env = {}, signal = new AbortController().signal, ...others }: Given = {},
): Promise<Written & { said: string }> => {
  const said: string[] = []
  const io: Io = {
    env: {
      DATABASE_URL: urlOf(database),
      PENNANT_SECRET_KEY: testSecret,
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
      ...env,
    },
    cwd: '/',
    account: 'tester',
    version: '1.2.3',
    clock: { now: Date.now },
    signal,
    say: (text) => void said.push(text),
    read: async () => stdin,
    confirm,
    hasher: quickHasher,
    ...others,
  }
  return runVerb(argv, io).then((written) => ({ ...written, said: said.join('\n') }))
}

export const urlOf = ({ address }: TestDatabase): string => {
  if ('url' in address) return address.url
  const { host, port, user, password = '', database } = address
  const url = new URL(`postgresql://localhost:${port}/${database}`)
  url.username = user
  url.password = password
  url.searchParams.set('host', host)
  return url.href
}
