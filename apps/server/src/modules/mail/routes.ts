import * as wire from '@pennant/contract/mail'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import type { Core } from '../../core/core.ts'

type Needs = Pick<Core, 'mail'> & {
  /** Confirms a registration for its owner; throws when it is over. */
  approve(id: string, by: { userName: string; address: string | null }): Promise<void>
}

export const mailRoutes = ({ mail, approve }: Needs): Bound[] => [
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
    return undefined
  }),
  bind(wire.deleteOutboxMail, async ({ params }) => {
    if (!(await mail.removeFromOutbox(params.id))) throw new Problem('mail.notFound')
    return undefined
  }),
]
