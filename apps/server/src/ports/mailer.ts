/** `send` settles within two minutes, and throws a `MailError` when the server did not accept the message. */
export type Mailer = {
  readonly kind: 'smtp' | 'outbox'
  send(message: MailMessage): Promise<void>
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

/** The message is safe for logs: no link, no password. */
export type MailError = Error & {
  permanent: boolean
}
