import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../adapters/data-folder/whole-file.ts'
import type { App } from '../app.ts'
import type { SteeredClock } from './steered-clock.ts'

type Needs = {
  app: App
  clock: SteeredClock
  dataFolder: string
  log: (level: 'warn', message: string) => void
  signal: AbortSignal
}

/** One call of the API by somebody, as it would come over the network. */
type Call = (request: {
  method: string
  path: string
  body?: unknown
  form?: FormData
  /** What the caller was given by an answer before. */
  cookie?: string
}) => Promise<{ status: number; body: unknown; text: string; cookie: string | undefined }>

/** What plays the event. It answers the logins to be shown, line by line. */
type Script = {
  load(stage: {
    call: Call
    setTime: (time: number) => void
    now: number
    adminPassword: string
    password: string
    say: (line: string) => void
  }): Promise<string[]>
}

const script = 'load.mjs'
const loginFile = 'sample-event-logins.txt'

/**
 * Fills an empty installation with an event that has been going on for a while. Everything in it was done
 * through the API, at the time it says.
 */
export const openSampleEvent = async ({ app, clock, dataFolder, log, signal }: Needs): Promise<string[]> => {
  const notes = join(dataFolder, loginFile)
  if (!(await app.modules.setup.needed())) {
    const logins = await readFile(notes, 'utf8').catch(() => null)
    if (logins === null)
      log('warn', `The sample event is not in ${dataFolder}, or only half: delete that folder to begin anew`)
    return logins?.split('\n') ?? []
  }
  // Not built with the server: it is a story of its own, which only calls the API.
  const { load } = (await import(`../../../../demo/${script}`)) as Script
  const adminPassword = newPassword()
  try {
    await app.edge.ready()
    await app.modules.setup.ensureAdmin(adminPassword)
    const logins = await load({
      call: callOf(app, signal),
      setTime: clock.set,
      now: Date.now(),
      adminPassword,
      password: newPassword(),
      say: (line) => log('warn', line),
    })
    await writeWhole(notes, logins.join('\n'))
    return logins
  } finally {
    clock.release()
  }
}

/** Everybody gets another one: a demonstration may stand on a network for longer than was meant. */
const newPassword = (): string => `${randomBytes(6).toString('base64url')}aA1`

const callOf =
  ({ edge }: App, signal: AbortSignal): Call =>
  async ({ method, path, body, form, cookie }) => {
    signal.throwIfAborted()
    const content = form === undefined ? undefined : new Response(form)
    const answer = await edge.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(content === undefined ? {} : { 'content-type': content.headers.get('content-type') ?? '' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(content === undefined ? {} : { payload: Buffer.from(await content.arrayBuffer()) }),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const set = answer.cookies.map(({ name, value }) => `${name}=${value}`)
    const isJson = answer.headers['content-type']?.toString().includes('json') ?? false
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? (JSON.parse(answer.body) as unknown) : undefined,
      text: answer.body,
      cookie: set.length === 0 ? undefined : set.join('; '),
    }
  }
