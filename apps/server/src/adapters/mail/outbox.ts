import type { Mailer } from '../../ports/mailer.ts'

/**
 * No mail server is configured: every message is accepted and goes nowhere. The mail table keeps it, where
 * administrators read it.
 */
export const createOutboxMailer = (): Mailer => ({
  kind: 'outbox',
  send: async () => undefined,
  check: async () => undefined,
  close: async () => undefined,
})
