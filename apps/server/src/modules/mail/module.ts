import * as wire from '@pennant/contract/mail'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { bind, type Module } from '../../http/bind.ts'
import { presentMail } from './present.ts'

type Approve = (id: string, by: Caller) => Promise<void>

export const mailModule = ({ audit, mail }: Pick<Core, 'audit' | 'mail'>, approve: Approve): Module => ({
  routes: [
    bind(wire.listOutbox, async (call) => {
      const { count = 50, skip = 0 } = call.query
      const { mails, total } = await audit.around(call, 'mail.outbox', { id: null }, () =>
        mail.listOutbox({ count, skip }),
      )
      return { data: mails.map(presentMail), length: mails.length, total }
    }),
    bind(wire.confirmOutboxMail, async (call) => {
      const { id } = call.params
      const about = await mail.aboutOf(id)
      if (about === null) throw new Problem('mail.notFound')
      await audit.around(call, 'mail.confirmFromOutbox', { id }, async () => {
        await approve(about, call)
        await mail.removeFromOutbox(id)
      })
    }),
    bind(wire.deleteOutboxMail, async (call) => {
      const { id } = call.params
      await audit.around(call, 'mail.deleteFromOutbox', { id }, async () => {
        if (!(await mail.removeFromOutbox(id))) throw new Problem('mail.notFound')
      })
    }),
  ],
})
