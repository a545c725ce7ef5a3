import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { type ParsedMail, parseMail } from './mime.ts'

export type ReceivedMail = ParsedMail & {
  from: string
  to: string[]
  secure: boolean
  user: string | null
  raw: string
}

type Step = 'sender' | 'recipient' | 'message'
/** Judges return undefined to accept. */
type Refusal = { code: number; text: string }
export type Judge = (step: Step, subject: string) => Refusal | undefined | Promise<Refusal | undefined>

export type FakeSmtpOptions = {
  encryption?: 'none' | 'starttls' | 'tls'
  account?: { user: string; password: string }
  port?: number
  judge?: Judge
}

export type FakeSmtp = {
  port: number
  mails: ReceivedMail[]
  counts: { connections: number; offered: number }
  judge(next: Judge): void
  received(count: number): Promise<ReceivedMail[]>
  close(): Promise<void>
}

export const startFakeSmtp = async (options: FakeSmtpOptions = {}): Promise<FakeSmtp> => {
  const { encryption = 'none', account, port = 0 } = options
  const mails: ReceivedMail[] = []
  const counts = { connections: 0, offered: 0 }
  const waiting = new Set<() => void>()
  let judge: Judge = options.judge ?? (() => undefined)

  const ask = (step: Step, subject: string, done: (error?: Error | null) => void): void => {
    Promise.resolve(judge(step, subject)).then((refusal) => done(refusal && replyOf(refusal)), done)
  }

  const server = new SMTPServer({
    secure: encryption === 'tls',
    disabledCommands: [...(encryption === 'starttls' ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: account === undefined,
    authMethods: ['PLAIN', 'LOGIN'],
    closeTimeout: 200,
    logger: false,
    onConnect(_session, done) {
      counts.connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) done(null, { user: username })
      else done(replyOf({ code: 535, text: 'Authentication failed' }))
    },
    onMailFrom: ({ address }, _session, done) => ask('sender', address, done),
    onRcptTo: ({ address }, _session, done) => ask('recipient', address, done),
    onData(stream, session, done) {
      void readAll(stream).then((raw) => {
        counts.offered += 1
        ask('message', raw, (refusal) => {
          if (!refusal) {
            mails.push(mailOf(raw, session))
            for (const wake of waiting) wake()
          }
          done(refusal)
        })
      })
    },
  })
  // Clients may disconnect at any point.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo // a TCP server that listens has one

  return {
    port: address.port,
    mails,
    counts,
    judge(next) {
      judge = next
    },
    received(count) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (mails.length < count) return
          waiting.delete(look)
          resolve(mails.slice(0, count))
        }
        waiting.add(look)
        look()
      })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const replyOf = ({ code, text }: Refusal): Error => Object.assign(new Error(text), { responseCode: code })

const readAll = async (stream: SMTPServerDataStream): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

const mailOf = (raw: string, session: SMTPServerSession): ReceivedMail => ({
  ...parseMail(raw),
  from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
  to: session.envelope.rcptTo.map(({ address }) => address),
  secure: session.secure,
  user: session.user ?? null,
  raw,
})
