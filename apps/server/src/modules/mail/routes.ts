import * as wire from '@pennant/contract/mail'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import type { MailService } from './service.ts'

export const mailRoutes = (mail: MailService): Bound[] => [
  bind(wire.listOutbox, async ({ query: { count = 50, skip = 0 } }) => {
    const { mails, total } = await mail.listOutbox({ count, skip })
    const data = mails.map(({ id, kind, recipient, subject, text, html, createdAt, waitsForAddress }) => ({
      id,
      kind,
      to: recipient,
      subject,
      text,
      html,
      time: createdAt.getTime(),
      ...(waitsForAddress === undefined ? {} : { waitsForAddress }),
    }))
    return { data, length: data.length, total }
  }),
  bind(wire.deleteOutboxMail, async ({ params }) => {
    if (!(await mail.removeFromOutbox(params.id))) throw new Problem('mail.notFound')
    return undefined
  }),
]
