import type { NoticeToEdit } from '@pennant/contract/notice'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../../api/problem.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { useShowFailure } from '../../../kit/use-show-failure.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { contentOf, useNoticeEditing } from '../use-notice-editing.ts'
import { NoticeForm } from './notice-form.tsx'
import classes from './notice-item.module.css'

type Props = {
  game: number
  notice: NoticeToEdit
  editing: boolean
  onEdit: (on: boolean) => void
  onUnsaved: (unsaved: boolean) => void
}

export const NoticeItem = ({ game, notice, editing, onEdit, onUnsaved }: Props) => {
  const { t: staff } = useTranslation('staff')
  const id = useId()
  const [asking, setAsking] = useState(false)
  return (
    <article className={classes.notice} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.time}>
          <Moment at={notice.time} />
        </h3>
        {!editing && (
          <>
            <Button size="small" onClick={() => onEdit(true)}>
              {staff('edit')}
              <VisuallyHidden>
                {' '}
                <Moment at={notice.time} />
              </VisuallyHidden>
            </Button>
            <Button size="small" kind="danger" onClick={() => setAsking(true)}>
              {staff('delete')}
              <VisuallyHidden>
                {' '}
                <Moment at={notice.time} />
              </VisuallyHidden>
            </Button>
          </>
        )}
      </div>
      {editing ? (
        <Change
          game={game}
          notice={notice}
          labelledBy={id}
          onUnsaved={onUnsaved}
          onDone={() => onEdit(false)}
        />
      ) : (
        <Markdown source={contentOf(notice)} />
      )}
      {asking && <Removal game={game} notice={notice} onClose={() => setAsking(false)} />}
    </article>
  )
}

type Resolution = 'mine' | 'theirs' | 'none'
type Conflict = { mine: string; theirs: NoticeToEdit; decide: (resolution: Resolution) => void }

type ChangeProps = Pick<Props, 'game' | 'notice' | 'onUnsaved'> & { labelledBy: string; onDone: () => void }

const Change = ({ game, notice, labelledBy, onUnsaved, onDone }: ChangeProps) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const { update, latest } = useNoticeEditing(game)
  const showFailure = useShowFailure()
  // The list may refresh during the edit.
  const [basis] = useState(notice)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const write = async (content: string, onto: NoticeToEdit): Promise<void> => {
    await update.mutateAsync({ notice: onto, content })
    toasts.show({ tone: 'good', title: staff('saved') })
    onDone()
  }
  // Ends only when it is decided which text stays: the draft is kept until then.
  const send = async (content: string): Promise<void> => {
    try {
      await write(content, basis)
    } catch (error) {
      const theirs = error instanceof ApiProblem && error.is('edit.conflict') ? await latest(notice.id) : null
      if (theirs === null || !(await isSettled(content, theirs))) throw error
    }
  }
  const isSettled = async (content: string, theirs: NoticeToEdit): Promise<boolean> => {
    const resolution = await new Promise<Resolution>((decide) =>
      setConflict({ mine: content, theirs, decide }),
    )
    setConflict(null)
    if (resolution === 'mine') await write(content, theirs)
    else if (resolution === 'theirs') onDone()
    return resolution !== 'none'
  }
  const outdated = !update.isPending && contentOf(notice) !== contentOf(basis)
  return (
    <>
      <NoticeForm
        name={`notice ${game} ${notice.id}`}
        labelledBy={labelledBy}
        saved={contentOf(basis)}
        confirm={staff('save')}
        send={send}
        renderRemark={(draft) =>
          outdated && (
            <SavedElsewhere
              what="notice"
              onCompare={() => void isSettled(draft, notice).catch(showFailure)}
            />
          )
        }
        onCancel={onDone}
        onUnsaved={onUnsaved}
      />
      {conflict !== null && (
        <ConflictDialog
          differences={[
            {
              name: 'content',
              label: t('notices.text'),
              mine: conflict.mine,
              theirs: contentOf(conflict.theirs),
            },
          ]}
          pending={update.isPending}
          onKeepMine={() => conflict.decide('mine')}
          onTakeTheirs={() => conflict.decide('theirs')}
          onClose={() => conflict.decide('none')}
        />
      )}
    </>
  )
}

const Removal = ({ game, notice, onClose }: { game: number; notice: NoticeToEdit; onClose: () => void }) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { remove } = useNoticeEditing(game)
  return (
    <ConfirmDialog
      title={t('notices.deleteTitle')}
      confirm={staff('delete')}
      decline={staff('cancel')}
      danger
      pending={remove.isPending}
      onDecline={onClose}
      onConfirm={() =>
        // Deleting the notice removes this dialog as well.
        void remove.mutateAsync(notice).then(
          () => toasts.show({ tone: 'good', title: t('notices.deleted') }),
          () => undefined,
        )
      }
    >
      <p>
        {t('notices.deleteText')} {staff('cannotUndo')}
      </p>
      <blockquote className={classes.quote}>{contentOf(notice)}</blockquote>
      {remove.error !== null && <Callout tone="danger" title={problemText(remove.error)} alert />}
    </ConfirmDialog>
  )
}
