import type { Mailer } from '../../ports/mailer.ts'
import { createSmtpMailer, type SmtpOptions } from './smtp.ts'

/** Follows the current settings; null means that nothing is sent. */
export const createMailerInUse = (optionsOf: () => SmtpOptions | null): Mailer => {
  let known: { text: string; mailer: Mailer } | undefined
  const closing = new Set<Promise<void>>()

  const current = (): Mailer => {
    const options = optionsOf()
    const text = JSON.stringify(options)
    if (known?.text !== text) {
      const old = known?.mailer.close().finally(() => {
        if (old !== undefined) closing.delete(old)
      })
      if (old !== undefined) closing.add(old)
      known = { text, mailer: options === null ? createOutboxMailer() : createSmtpMailer(options) }
    }
    return known.mailer
  }

  return {
    get kind() {
      return current().kind
    },
    send: (message) => current().send(message),
    check: () => current().check(),
    async close() {
      await Promise.all([known?.mailer.close(), ...closing])
    },
  }
}

export const createOutboxMailer = (): Mailer => ({
  kind: 'outbox',
  send: async () => undefined,
  check: async () => undefined,
  close: async () => undefined,
})
