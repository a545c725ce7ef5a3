import * as wire from '@pennant/contract/mail'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'

/** Confirms a registration for its owner; throws when it is over. */
export type Approve = (id: string, by: { userName: string; address: string | null }) => Promise<void>

export const mailRoutes = ({ mail }: Pick<Core, 'mail'>, approve: Approve): Bound[] => [
  bind(wire.listOutbox, async ({ query: { count = 50, skip = 0 } }) => {
    const { mails, total } = await mail.listOutbox({ count, skip })
    const data = mails.map(
      ({ id, kind, recipient, subject, text, html, createdAt, waitsForAddress, confirms }) => ({
        id,
        kind,
        to: recipient,
        subject,
        text,
        html,
        time: createdAt.getTime(),
        ...(waitsForAddress === undefined ? {} : { waitsForAddress }),
        ...(confirms === undefined ? {} : { confirms }),
      }),
    )
    return { data, length: data.length, total }
  }),
  bind(wire.confirmOutboxMail, async ({ params, principal, address }) => {
    const about = await mail.aboutOf(params.id)
    if (about === null) throw new Problem('mail.notFound')
    await approve(about, { userName: principal.userName, address })
    await mail.removeFromOutbox(params.id)
  }),
  bind(wire.deleteOutboxMail, async ({ params }) => {
    if (!(await mail.removeFromOutbox(params.id))) throw new Problem('mail.notFound')
  }),
]
