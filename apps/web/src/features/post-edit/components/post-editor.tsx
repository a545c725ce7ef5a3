import { limits } from '@pennant/contract/limit'
import type { PostDetail } from '@pennant/contract/post'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { MarkdownField } from '../../../kit/markdown-field.tsx'
import { ApiProblem } from '../../../api/problem.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useAct } from '../../../kit/use-act.ts'
import type { Versioned } from '../../../api/versioned.ts'
import { SaveBar } from '../../../kit/save-bar.tsx'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { usePageName } from '../../../ui/page-name.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import type { PostDraft } from '../post-draft.ts'
import { usePostEditing } from '../use-post-editing.ts'
import { usePostForm } from '../use-post-form.ts'
import { PostConflict } from './post-conflict.tsx'

const titleId = 'post-editor'
const summaryRows = 5

export const PostEditor = ({ post: versioned }: { post: Versioned<PostDetail> | null }) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const navigate = useNavigate()
  const toasts = useToasts()
  const problemText = useProblemText()
  const editing = usePostEditing()
  const { act, isPending } = useAct()
  const [deleting, setDeleting] = useState(false)
  const [next, setNext] = useState<string | null>(null)
  const form = usePostForm({
    post: versioned,
    onCreated: (id) => setNext(`/posts/${id}/edit`),
    onSaved: () => toasts.show({ tone: 'good', title: staff('saved') }),
  })
  const { draft, set, fault, error } = form
  const post = versioned?.data ?? null
  const heading = post === null ? t('postEdit.new') : t('postEdit.edit')
  usePageName(post?.title ?? heading)

  useEffect(() => {
    if (next !== null) void navigate(next, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is known
  }, [next])

  const refused = error instanceof ApiProblem ? error.field : null
  const faultAt = (member: keyof PostDraft): string | undefined =>
    refused === member ? problemText(error) : undefined
  const remove = async (id: string): Promise<void> => {
    if (!(await act('delete', () => editing.remove(id), t('postEdit.deleted')))) return
    form.discard()
    setNext('/posts')
  }

  return (
    <Stack gap="l">
      <PageHead
        titleId={titleId}
        title={heading}
        actions={
          post === null ? (
            <LinkButton to="/posts">{t('postEdit.all')}</LinkButton>
          ) : (
            <>
              <Switch
                label={t('postEdit.pin')}
                text={t('postEdit.pin')}
                on={post.isPinned}
                pending={isPending('pin')}
                onChange={(on) => void act('pin', () => editing.pin(post.id, on))}
              />
              <LinkButton to={`/posts/${post.id}`}>{t('postEdit.show')}</LinkButton>
              <Button kind="danger" onClick={() => setDeleting(true)}>
                {staff('delete')}
              </Button>
            </>
          )
        }
      />
      {form.restored && (
        <Callout tone="caution" title={staff('draft.restored')}>
          <Button size="small" onClick={form.discard}>
            {staff('discard')}
          </Button>
        </Callout>
      )}
      {form.outdated && <SavedElsewhere what="post" onCompare={form.compare} />}
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        {error !== null && (refused === null || !(refused in draft)) && (
          <Callout tone="danger" title={problemText(error)} alert />
        )}
        <TextField
          name="title"
          label={t('postEdit.title')}
          maxLength={limits.postTitle}
          value={draft.title}
          fault={fault === 'title' ? t('form.required') : faultAt('title')}
          onChange={set('title')}
        />
        <TextField
          optional
          name="tags"
          label={t('postEdit.tags')}
          hint={t('postEdit.tagsText')}
          value={draft.tags}
          fault={
            fault === 'tags'
              ? t('postEdit.tagsFault', { most: String(limits.postTags), length: String(limits.postTag) })
              : faultAt('tags')
          }
          onChange={set('tags')}
        />
        <MarkdownField
          name="summary"
          label={t('postEdit.summary')}
          hint={t('postEdit.summaryText')}
          rows={summaryRows}
          maxLength={limits.postSummary}
          value={draft.summary}
          fault={faultAt('summary')}
          onChange={set('summary')}
        />
        <MarkdownField
          name="content"
          label={t('postEdit.content')}
          maxLength={limits.postContent}
          value={draft.content}
          fault={faultAt('content')}
          onChange={set('content')}
        />
        <SaveBar
          unsaved={form.changed}
          pending={form.pending}
          isNew={post === null}
          {...(post === null ? { save: t('postEdit.publish') } : {})}
          onDiscard={form.discard}
        />
      </Form>
      {form.theirs !== null && (
        <PostConflict
          mine={draft}
          theirs={form.theirs.data}
          pending={form.pending}
          onKeepMine={() => void form.keepMine()}
          onTakeTheirs={form.takeTheirs}
          onClose={form.putOff}
        />
      )}
      <LeaveDialog unsaved={form.changed && next === null} />
      {deleting && post !== null && (
        <ConfirmDialog
          danger
          title={t('postEdit.deleteTitle', { title: post.title })}
          confirm={staff('delete')}
          decline={staff('cancel')}
          pending={isPending('delete')}
          onConfirm={() => void remove(post.id)}
          onDecline={() => setDeleting(false)}
        >
          <p>{t('postEdit.deleteText')}</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
