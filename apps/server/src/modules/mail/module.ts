import * as wire from '@pennant/contract/mail'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import { bind, type Module } from '../../http/bind.ts'
import { presentMail } from './present.ts'

type Approve = (id: string, by: { userName: string; address: string | null }) => Promise<void>

export const mailModule = ({ mail }: Pick<Core, 'mail'>, approve: Approve): Module => ({
  routes: [
    bind(wire.listOutbox, async ({ query: { count = 50, skip = 0 } }) => {
      const { mails, total } = await mail.listOutbox({ count, skip })
      return { data: mails.map(presentMail), length: mails.length, total }
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
  ],
})
