import type { ApiToken } from '@pennant/contract/token'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NewTokenDialog } from '../components/new-token-dialog.tsx'
import { useTokenColumns } from '../components/use-token-columns.tsx'
import { tokensQuery, useTokenActions } from '../token-queries.ts'
import { stateOf } from '../token-use.ts'

export const TokensPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const tokens = useQuery(tokensQuery(useApi()))
  const actions = useTokenActions()
  const { act, isPending } = useAct()
  const now = useMinute()
  const [creates, setCreates] = useState(false)
  const [asked, setAsked] = useState<{ token: ApiToken; deed: 'revoke' | 'remove' } | null>(null)

  const run = async ({ id }: ApiToken, deed: 'revoke' | 'restore' | 'remove'): Promise<void> => {
    await act(
      id,
      async () => {
        await actions[deed](id)
        await actions.refresh()
      },
      t(`tokens.done.${deed}`),
    )
    setAsked(null)
  }
  const columns = useTokenColumns({
    isPending,
    onRestore: (token) => void run(token, 'restore'),
    onAsk: (token, deed) => setAsked({ token, deed }),
  })
  const create = (
    <Button kind="primary" icon={<Icon name="plus" />} onClick={() => setCreates(true)}>
      {t('tokens.new')}
    </Button>
  )
  return (
    <>
      <PageHead title={staff('admin.tokens')} lead={t('tokens.lead')} actions={create} />
      <Loaded query={tokens} failed={t('tokens.failed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="key" title={t('tokens.none')}>
              {create}
            </EmptyState>
          ) : (
            <DataTable
              fitting
              label={staff('admin.tokens')}
              columns={columns}
              rows={list}
              keyOf={({ id }) => id}
              toneOf={(token) => (stateOf(token, now) === 'active' ? undefined : 'dim')}
            />
          )
        }
      </Loaded>
      {creates && <NewTokenDialog onClose={() => setCreates(false)} />}
      {asked !== null && (
        <ConfirmDialog
          danger
          title={t(`tokens.${asked.deed}Title`, { name: asked.token.name })}
          confirm={asked.deed === 'revoke' ? t('tokens.revoke') : staff('delete')}
          decline={staff('cancel')}
          pending={isPending(asked.token.id)}
          onConfirm={() => void run(asked.token, asked.deed)}
          onDecline={() => setAsked(null)}
        >
          <p>{t(`tokens.${asked.deed}Text`)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
