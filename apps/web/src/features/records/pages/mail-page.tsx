import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useStatusPart } from '../../../api/queries/status.ts'
import { ListPager, pageIn } from '../../../kit/list-pager.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { RunState } from '../../../kit/run-state.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import { MailDialog } from '../components/mail-dialog.tsx'
import { useMailColumns } from '../components/use-mail-columns.tsx'
import { type Mail, mailsPerPage, outboxQuery, useMailActions } from '../mail-queries.ts'

export const MailPage = () => {
  const { t: staff } = useTranslation('staff')
  if (useApi().extensions.supported) return <Outbox />
  return (
    <>
      <PageHead title={staff('admin.mail')} />
      <EmptyState icon="mail" title={staff('notOffered')} />
    </>
  )
}

const Outbox = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const address = useAddress()
  const outbox = useQuery(outboxQuery(useApi(), pageIn(address)))
  const actions = useMailActions()
  const toasts = useToasts()
  const problemText = useProblemText()
  const all = useRunAll<Mail>()
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [open, setOpen] = useState<Mail | null>(null)
  const [asked, setAsked] = useState<readonly Mail[]>([])
  const mails = outbox.data?.data ?? []
  const server = useStatusPart('mail')
  const hasServer = server !== undefined && server.state !== 'off'

  const remove = async (targets: readonly Mail[]): Promise<void> => {
    setAsked([])
    setOpen(null)
    const failures = await all.start(targets, ({ id }) => actions.remove(id))
    await actions.refresh()
    setChosen(new Set())
    const done = targets.length - failures.length
    if (done > 0) toasts.show({ tone: 'good', title: t('mail.deleted', { count: done }) })
  }
  const confirm = async (mail: Mail): Promise<void> => {
    try {
      await actions.confirm(mail.id)
      toasts.show({ tone: 'good', title: t('mail.confirmed') })
    } catch (error) {
      toasts.show({ tone: 'danger', title: problemText(error) })
    }
    await actions.refresh()
  }
  const columns = useMailColumns({
    onOpen: setOpen,
    onConfirm: (mail) => void confirm(mail),
    onDelete: (mail) => setAsked([mail]),
  })
  return (
    <>
      <PageHead title={staff('admin.mail')} />
      {hasServer ? (
        <Callout tone="neutral" title={t('mail.hasServer')} />
      ) : (
        <Callout tone="caution" title={t('mail.why')}>
          <p>{t('mail.whyText')}</p>
          <LinkButton size="small" to="/admin/settings#mail">
            {t('mail.setUp')}
          </LinkButton>
        </Callout>
      )}
      <ToolBar label={staff('admin.mail')}>
        <ListPager
          address={address}
          size={mailsPerPage}
          shown={mails.length}
          total={outbox.data?.total ?? mails.length}
        />
      </ToolBar>
      <RunState run={all.run} nameOf={({ to }) => to} onStop={all.stop} onForget={all.forget} />
      <Loaded query={outbox} failed={t('mail.failed')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="mail" title={t('mail.none')} text={t('mail.noneText')} />
          ) : (
            <DataTable
              fitting
              label={staff('admin.mail')}
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              selection={{
                chosen,
                onChange: setChosen,
                all: staff('chooseAll'),
                one: ({ to, subject }) => staff('chooseOne', { name: `${to}: ${subject}` }),
              }}
              onOpen={setOpen}
            />
          )
        }
      </Loaded>
      {chosen.size > 0 && (
        <BulkBar
          text={staff('chosen', { count: chosen.size })}
          clear={staff('chooseNone')}
          onClear={() => setChosen(new Set())}
        >
          <Button
            size="small"
            kind="danger"
            onClick={() => setAsked(mails.filter(({ id }) => chosen.has(id)))}
          >
            {staff('delete')}
          </Button>
        </BulkBar>
      )}
      {open !== null && (
        <MailDialog mail={open} onClose={() => setOpen(null)} onDelete={() => setAsked([open])} />
      )}
      {asked.length > 0 && (
        <ConfirmDialog
          danger
          title={t('mail.deleteTitle', { count: asked.length })}
          confirm={staff('delete')}
          decline={staff('cancel')}
          onConfirm={() => void remove(asked)}
          onDecline={() => setAsked([])}
        >
          <p>{t('mail.deleteText')}</p>
          <p>{asked.map(({ to }) => to).join(', ')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
