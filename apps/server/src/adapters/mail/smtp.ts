import { domainToASCII } from 'node:url'
import type { Transporter } from 'nodemailer'
import type { Mailer, MailMessage } from '../../ports/mailer.ts'
import { settledWithin } from '../../kit/timeout.ts'
import { MailRefusal, refusalOf, replyIn } from './refusal.ts'

export type SmtpOptions = {
  host: string
  port: number
  /** Empty: no login. */
  user: string
  password: string
  sender: string
  bypassCertVerify: boolean
  /** `auto`: `tls` on port 465, else `starttls` if offered; required where a password would cross a network. */
  secure: 'auto' | 'tls' | 'starttls' | 'none'
  connections?: number
  timeouts?: Partial<SmtpTimeouts>
}

export type SmtpTimeouts = { connectMs: number; idleMs: number; messageMs: number; closeMs: number }

const defaultTimeouts: SmtpTimeouts = {
  connectMs: 10_000,
  idleMs: 30_000,
  // A server that trickles is never idle.
  messageMs: 90_000,
  closeMs: 1_000,
}

export const createSmtpMailer = (options: SmtpOptions): Mailer => {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const senderDomain = domainOf(options.sender)
  const running = new Set<Promise<unknown>>()
  let opened: Promise<Transporter> | undefined
  let closed = false

  const transport = (): Promise<Transporter> => {
    if (closed) throw new MailRefusal('The mailer was closed', false)
    opened ??= openTransport(options, timeouts)
    return opened
  }

  const deliver = async (message: MailMessage): Promise<void> => {
    const mail = mailOf(message, options.sender, senderDomain)
    await (await transport()).sendMail({ ...mail, signal: AbortSignal.timeout(timeouts.messageMs) })
  }

  return {
    kind: 'smtp',

    async send(message) {
      const delivery = deliver(message)
      running.add(delivery)
      try {
        await delivery
      } catch (error) {
        throw refusalOf(error)
      } finally {
        running.delete(delivery)
      }
    },

    async check() {
      try {
        await (await transport()).verify()
      } catch (error) {
        throw refusalOf(error)
      }
    },

    async close() {
      closed = true
      if (opened === undefined) return
      const open = await opened
      await settledWithin(timeouts.closeMs, running)
      open.close({ force: true })
    },
  }
}

const testTimeouts: SmtpTimeouts = { connectMs: 8_000, idleMs: 8_000, messageMs: 15_000, closeMs: 0 }

export const trySmtp = async (options: SmtpOptions, message: MailMessage): Promise<string> => {
  const { sender } = options
  const transport = await openTransport({ ...options, connections: 1 }, testTimeouts)
  try {
    const mail = mailOf(message, sender, domainOf(sender))
    const sent = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(testTimeouts.messageMs) })
    return replyIn(sent.response ?? '')
  } catch (error) {
    throw refusalOf(error)
  } finally {
    transport.close({ force: true })
  }
}

const domainOf = (sender: string): string =>
  domainToASCII(sender.slice(sender.lastIndexOf('@') + 1)) || 'localhost'

const openTransport = async (options: SmtpOptions, timeouts: SmtpTimeouts): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  const { host, port, user, password, bypassCertVerify, connections = 4 } = options
  return createTransport({
    pool: true,
    host,
    port,
    ...encryptionOf(options),
    ...(user !== '' && { auth: { user, pass: password } }),
    tls: { rejectUnauthorized: !bypassCertVerify, minVersion: 'TLSv1.2' },
    maxConnections: connections,
    // A pooled connection may have died unnoticed; any further attempt is up to the queue.
    maxRequeues: 1,
    idleTimeout: 60_000,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    maxResponseSize: 65_536,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type Encryption = { secure: boolean; requireTLS?: boolean; ignoreTLS?: boolean }

export const encryptionOf = ({
  secure,
  port,
  host,
  password,
}: Pick<SmtpOptions, 'secure' | 'port' | 'host' | 'password'>): Encryption => {
  switch (secure) {
    case 'tls':
      return { secure: true }
    case 'starttls':
      return { secure: false, requireTLS: true }
    case 'none':
      return { secure: false, ignoreTLS: true }
    case 'auto':
      return { secure: port === 465, requireTLS: port !== 465 && password !== '' && !isLoopback(host) }
  }
}

const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|::1)$/i.test(host)

const mailOf = (message: MailMessage, sender: string, senderDomain: string) => {
  const to = checkedAddress(message.to)
  return {
    envelope: { from: checkedAddress(sender), to },
    // As parts, never as text to parse: a comma in a name or an address must not make a second recipient.
    from: { name: printable(message.from.name), address: checkedAddress(message.from.address) },
    to: { name: '', address: to },
    subject: printable(message.subject),
    html: message.html,
    text: message.text,
    // The same at every attempt, so that a duplicate after a crash is recognizable.
    messageId: `<${message.id.replace(/[^\w.-]/g, '')}@${senderDomain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

// Line breaks end a header, and direction marks disguise a sender's name.
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()

const checkedAddress = (address: string): string => {
  if (/^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address)) return address
  throw new MailRefusal("Mail can't be sent to or from such an address", true)
}
