/**
 * Hands one finished message to whoever delivers it. `send` settles within two minutes and throws a
 * `MailError` when the message could not be handed over.
 */
export type Mailer = {
  readonly kind: 'smtp' | 'outbox'
  send(message: MailMessage): Promise<void>
  /** Throws when messages cannot be handed over now. */
  check(): Promise<void>
  close(): Promise<void>
}

export type MailMessage = {
  id: string
  to: string
  from: { name: string; address: string }
  subject: string
  html: string
  text: string
}

/** The text of the error is fit for logs: no link, no password. */
export type MailError = Error & {
  /** The message was refused for good: trying again cannot help. */
  permanent: boolean
}
