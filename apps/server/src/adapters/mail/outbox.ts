import type { Mailer } from '../../ports/mailer.ts'

export const createOutboxMailer = (): Mailer => ({
  kind: 'outbox',
  send: async () => undefined,
  check: async () => undefined,
  close: async () => undefined,
})
