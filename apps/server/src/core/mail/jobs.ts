import type { Clock } from '../../ports/clock.ts'
import type { MailRow } from '../../ports/database.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { settledWithin } from '../../kit/timeout.ts'
import type { Wakeup } from '../../kit/wakeup.ts'
import { nextAttempt } from './schedule.ts'
import type { MailStore } from './store.ts'

export type DeliveryNeeds = {
  store: MailStore
  mailer: Mailer
  clock: Clock
  journal: Journal
  /** Read for every mail: the platform's name can change. */
  sender: () => { name: string; address: string }
  wakeup: Wakeup
}

export type DeliverySettings = {
  concurrency: number
  pollMs: number
  stopMs: number
}

export const defaultDelivery: DeliverySettings = { concurrency: 4, pollMs: 3_000, stopMs: 3_000 }

// Longer than a mailer may take for one message: a live worker reports back before its lease ends.
const leaseMs = 3 * 60_000
const followEveryMs = 10_000
// After this the link of a mail has expired.
const linksLastMs = 3 * 3_600_000
// A mail that was sent is recorded as sent even if the database is away for a moment.
const recordDelaysMs = [200, 500, 1_000, 2_000, 5_000]

/** Safe to run in any number of processes. */
export const deliverMail = async (
  needs: DeliveryNeeds,
  signal: AbortSignal,
  { concurrency, pollMs, stopMs }: DeliverySettings = defaultDelivery,
): Promise<void> => {
  const { store, clock, wakeup, mailer } = needs
  const running = new Set<Promise<void>>()
  const claim = claimer(needs)
  const follow = follower(needs)

  while (!signal.aborted) {
    const free = concurrency - running.size
    await follow()
    const now = clock.now()
    const mails =
      free > 0 && mailer.kind === 'smtp'
        ? await claim(() => store.claim(new Date(now), new Date(now + leaseMs), free))
        : []
    for (const mail of mails) {
      const delivery = deliver(mail, needs, signal).finally(() => {
        running.delete(delivery)
        wakeup.wake()
      })
      running.add(delivery)
    }
    await wakeup.wait(pollMs, signal)
  }
  await settledWithin(stopMs, running)
}

const claimer = ({ journal }: DeliveryNeeds) => {
  let failing = false
  return async (take: () => Promise<MailRow[]>): Promise<MailRow[]> => {
    try {
      const mails = await take()
      failing = false
      return mails
    } catch (error) {
      if (!failing) tell(journal, 'Error', "Couldn't read the mail queue; trying again", error)
      failing = true
      return []
    }
  }
}

// Repeated, because a mail may be written in a transaction that began before the change.
const follower = ({ store, clock, mailer, journal }: DeliveryNeeds) => {
  let done: { kind: Mailer['kind']; at: number } | undefined
  return async (): Promise<void> => {
    const [{ kind }, now] = [mailer, clock.now()]
    if (done?.kind === kind && now < done.at + followEveryMs) return
    try {
      const moved = await (kind === 'smtp'
        ? store.release(new Date(now), new Date(now - linksLastMs))
        : store.withdraw(new Date(now)))
      done = { kind, at: now }
      if (moved > 0)
        tell(
          journal,
          'Information',
          kind === 'smtp'
            ? `Emails leave the outbox: ${moved}`
            : `Emails wait in the outbox, no mail server is configured: ${moved}`,
        )
    } catch {
      // The queue can't be read either, and that is reported.
    }
  }
}

const deliver = async (mail: MailRow, needs: DeliveryNeeds, signal: AbortSignal): Promise<void> => {
  const { mailer, store, clock, journal, sender } = needs
  const { id, recipient, subject, html, text, kind } = mail
  const record = recorder(journal, signal)
  // Sending may have been turned off since the mail was claimed.
  if (mailer.kind === 'outbox') return record(() => store.retry(mail, new Date(clock.now()), 'Mail is off'))
  const outcome = await attempt(() => mailer.send({ id, to: recipient, from: sender(), subject, html, text }))
  const now = clock.now()

  if (outcome === 'done') {
    await record(() => store.sent(mail, new Date(now)))
    tell(journal, 'Information', `Email (${kind}) sent to ${recipient}`)
  } else {
    const { reason, permanent } = outcome
    const again = permanent ? null : nextAttempt(mail.attempts, mail.created_at, now)
    await record(() =>
      again === null ? store.giveUp(mail, new Date(now), reason) : store.retry(mail, again, reason),
    )
    // A long outage of the server is reported once per mail, not on every attempt.
    if (again === null) tell(journal, 'Error', `Gave up on email (${kind}) to ${recipient}. ${reason}`)
    else if (mail.attempts === 1)
      tell(journal, 'Warning', `Email (${kind}) to ${recipient} is delayed. ${reason}`)
  }
}

const attempt = async (
  send: () => Promise<void>,
): Promise<'done' | { reason: string; permanent: boolean }> => {
  try {
    await send()
    return 'done'
  } catch (error) {
    const permanent = error instanceof Error && 'permanent' in error && error.permanent === true
    return { reason: error instanceof Error ? withoutLinks(error.message) : 'unknown error', permanent }
  }
}

// A server may quote the mail, and its link must not get into logs.
const withoutLinks = (text: string): string => text.replace(/\bhttps?:\S+/gi, '…').slice(0, 500)

const recorder =
  (journal: Journal, signal: AbortSignal) =>
  async (write: () => Promise<void>): Promise<void> => {
    for (const delay of recordDelaysMs) {
      try {
        return await write()
      } catch {
        if (signal.aborted) break
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
    await write().catch((error: unknown) =>
      tell(journal, 'Error', "Couldn't record what became of an email; it may be sent again", error),
    )
  }

const tell = (
  journal: Journal,
  level: 'Information' | 'Warning' | 'Error',
  message: string,
  error?: unknown,
): void => {
  const status = level === 'Information' ? 'Success' : 'Failed'
  journal.write({
    level,
    message,
    status,
    name: 'System',
    source: 'mail',
    ...(error !== undefined && { error }),
  })
}
