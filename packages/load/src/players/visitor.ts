import { setTimeout as wait } from 'node:timers/promises'
import { authorityOf, type Site } from '../address.ts'
import { type Answer, askFor, type Connection, openConnection } from '../connection.ts'
import { getRequest, postRequest } from '../request.ts'
import { countAnswer, type Tally } from './tally.ts'

type Kind = 'pages' | 'submissions'

// Nobody reloads faster. Without it, opening connections would be all that the generator does.
const pauseMs = 250

const lost: Answer = { status: 0, head: '', bytes: Buffer.alloc(0) }

/** One browser with one connection, which opens another when it needs one, and keeps its session. */
export const createVisitor = (site: Site, headers: Readonly<Record<string, string>>, tally: Tally) => {
  let connection: Connection | undefined
  let cookie: string | undefined
  let last: Promise<unknown> = Promise.resolve()

  const options = () => ({
    headers: { host: authorityOf(site), ...headers },
    ...(cookie === undefined ? {} : { cookie }),
  })

  const send = async (request: string): Promise<Answer> => {
    if (connection?.isOpen !== true) connection = await openConnection(site)
    return askFor(connection, request)
  }

  // A connection carries one request at a time.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next
    return next
  }

  const ask = async (kind: Kind, request: string, again: boolean): Promise<number> => {
    const sent = performance.now()
    const reused = connection?.isOpen === true
    let answer = await send(request).catch(() => lost)
    // The server may close a connection that was idle just as it is used. Browsers ask again.
    if (answer.status === 0 && reused && again) answer = await send(request).catch(() => lost)
    tally[kind].push(performance.now() - sent)
    countAnswer(tally, answer.status, 200)
    if (answer.status === 0) await wait(pauseMs)
    const session = /\r\nset-cookie: ((?:__Host-)?pennant_session=[^;\r]+)/i.exec(answer.head)?.[1]
    if (session !== undefined) cookie = session
    return answer.status
  }

  return {
    read: (path: string): Promise<number> => inTurn(() => ask('pages', getRequest(path, options()), true)),
    logIn: (who: { userName: string; password: string }): Promise<number> =>
      inTurn(() => ask('pages', postRequest('/api/account/login', who, options()), false)),
    submit: (path: string, flag: string): Promise<number> =>
      inTurn(() => ask('submissions', postRequest(path, { flag }, options()), false)),
    /** On a connection of its own, since it takes as long as an instance takes to start. */
    async order(path: string): Promise<Answer> {
      const own = await openConnection(site, { keepBodies: true }).catch(() => null)
      if (own === null) return lost
      const answer = await askFor(own, postRequest(path, {}, options()))
      own.close()
      return answer
    },
    /** For its hub. */
    headers: (): Record<string, string> => ({ ...headers, ...(cookie === undefined ? {} : { cookie }) }),
    close: (): void => connection?.close(),
  }
}

export type Visitor = ReturnType<typeof createVisitor>
