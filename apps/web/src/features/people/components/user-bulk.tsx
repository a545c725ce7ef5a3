import type { UserInfo } from '@pennant/contract/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RunState } from '../../../kit/run-state.tsx'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useUserActions } from '../user-queries.ts'

const deeds = ['activate', 'ban', 'unban', 'delete'] as const
type Deed = (typeof deeds)[number]

const namedAtMost = 8

type Props = { users: readonly UserInfo[]; own: string | null; onClear: () => void }

export const UserBulk = ({ users, own, onClear }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const actions = useUserActions()
  const toasts = useToasts()
  const all = useRunAll<UserInfo>()
  const [asked, setAsked] = useState<Deed | null>(null)
  const others = users.filter(({ id }) => id !== own)

  const change = (deed: Deed, id: string): Promise<unknown> => {
    if (deed === 'delete') return actions.remove(id)
    if (deed === 'activate') return actions.change(id, { emailConfirmed: true })
    return actions.change(id, { role: deed === 'ban' ? 'Banned' : 'User' })
  }
  // Unbanning makes a plain user; all others keep their role.
  const concerned = (deed: Deed): UserInfo[] =>
    others.filter(({ role, emailConfirmed }) => {
      if (deed === 'unban') return role === 'Banned'
      if (deed === 'ban') return role !== 'Banned'
      return deed === 'delete' || !emailConfirmed
    })
  const run = async (deed: Deed): Promise<void> => {
    const targets = concerned(deed)
    setAsked(null)
    const failures = await all.start(targets, ({ id }) => change(deed, id))
    await actions.refresh()
    const done = targets.length - failures.length
    if (done > 0) toasts.show({ tone: 'good', title: t(`users.done.${deed}`, { count: done }) })
    if (failures.length === 0) onClear()
  }
  const asks = asked === null ? [] : concerned(asked)

  return (
    <>
      <RunState run={all.run} nameOf={({ userName }) => userName} onStop={all.stop} onForget={all.forget} />
      {users.length > 0 && (
        <BulkBar
          text={staff('chosen', { count: users.length })}
          clear={staff('chooseNone')}
          onClear={onClear}
        >
          {deeds.map((deed) => (
            <Button
              key={deed}
              size="small"
              kind={deed === 'delete' ? 'danger' : 'quiet'}
              disabled={concerned(deed).length === 0 || all.run?.running === true}
              onClick={() => (deed === 'delete' || deed === 'ban' ? setAsked(deed) : void run(deed))}
            >
              {t(`users.${deed}`)}
            </Button>
          ))}
        </BulkBar>
      )}
      {asked !== null && (
        <TypedConfirm
          title={t(asked === 'ban' ? 'users.banMany' : 'users.deleteMany', {
            count: asks.length,
          })}
          confirm={t(`users.${asked}`)}
          decline={staff('cancel')}
          word={String(asks.length)}
          label={staff('confirm.type', { word: asks.length })}
          onConfirm={() => void run(asked)}
          onDecline={() => setAsked(null)}
        >
          <p>{t(asked === 'ban' ? 'users.banText' : 'users.deleteText')}</p>
          <p>
            {asks
              .slice(0, namedAtMost)
              .map(({ userName }) => userName)
              .join(', ')}
            {asks.length > namedAtMost && ' …'}
          </p>
        </TypedConfirm>
      )}
    </>
  )
}
