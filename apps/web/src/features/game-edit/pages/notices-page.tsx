import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { NoticeForm } from '../components/notice-form.tsx'
import { NoticeItem } from '../components/notice-item.tsx'
import { noticesToEditQuery } from '../queries.ts'
import { useNoticeEditing } from '../use-notice-editing.ts'
import classes from './notices-page.module.css'

export const NoticesPage = () => {
  const game = useGameToEdit().data.id
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const toasts = useToasts()
  const [headId, newId] = [useId(), useId()]
  const notices = useQuery(noticesToEditQuery(useApi(), game))
  const { create } = useNoticeEditing(game)
  const [editing, setEditing] = useState<number | null>(null)
  const [writing, setWriting] = useState(false)
  const [changing, setChanging] = useState(false)
  return (
    <section aria-labelledby={headId} className={classes.page}>
      <h2 id={headId} className={classes.title}>
        {staff('work.notices')}
      </h2>
      <Panel labelledBy={newId}>
        <h3 id={newId} className={classes.part}>
          {t('notices.new')}
        </h3>
        <NoticeForm
          name={`notice ${game} new`}
          labelledBy={newId}
          saved=""
          confirm={t('notices.post')}
          hint={t('notices.postHint')}
          send={async (content) => {
            await create.mutateAsync(content)
            toasts.show({ tone: 'good', title: t('notices.posted') })
          }}
          onUnsaved={setWriting}
        />
      </Panel>
      <Loaded query={notices} failed={p('notice.failed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="bell" title={t('notices.none')} text={t('notices.noneHint')} />
          ) : (
            <ul className={classes.list}>
              {list
                .toSorted((one, other) => other.time - one.time || other.id - one.id)
                .map((notice) => (
                  <li key={notice.id}>
                    <NoticeItem
                      game={game}
                      notice={notice}
                      editing={editing === notice.id}
                      onEdit={(on) => setEditing(on ? notice.id : null)}
                      onUnsaved={setChanging}
                    />
                  </li>
                ))}
            </ul>
          )
        }
      </Loaded>
      <LeaveDialog unsaved={writing || changing} />
    </section>
  )
}
