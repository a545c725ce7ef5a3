import { limits } from '@pennant/contract/limit'
import type { PostDetail } from '@pennant/contract/post'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { LeaveDialog } from '../../../api/leave-dialog.tsx'
import { MarkdownField } from '../../../api/markdown-field.tsx'
import { ApiProblem } from '../../../api/problem.ts'
import { useProblemText } from '../../../api/problem-text.ts'
import { useAct } from '../../../api/use-act.ts'
import { useDraft } from '../../../api/use-draft.ts'
import { SaveBar } from '../../../api/save-bar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { usePageName } from '../../../ui/page-name.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { draftOf, emptyDraft, faultOf, type PostDraft, tagsIn } from '../post-draft.ts'
import { usePostEditing } from '../use-post-editing.ts'
import classes from './post-editor.module.css'

const titleId = 'post-editor'
const summaryRows = 5

/** Writes a post, or changes one. */
export const PostEditor = ({ post }: { post: PostDetail | null }) => {
  const { t } = useTranslation('organise')
  const { t: d } = useTranslation('desk')
  const navigate = useNavigate()
  const toasts = useToasts()
  const problemText = useProblemText()
  const editing = usePostEditing()
  const { act, isPending } = useAct()
  const saved = post === null ? emptyDraft : draftOf(post)
  const { draft, setDraft, changed, restored, reset } = useDraft<PostDraft>({
    name: `post ${post?.id ?? 'new'}`,
    saved,
    version: null,
  })
  const [pending, setPending] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [checked, setChecked] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [deleting, setDeleting] = useState(false)
  /** Where to, once nothing is left that would be asked about. */
  const [next, setNext] = useState<string | null>(null)
  const heading = post === null ? t('postEdit.new') : t('postEdit.edit')
  usePageName(post?.title ?? heading)

  useEffect(() => {
    if (next !== null) void navigate(next, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is known
  }, [next])

  const fault = checked ? faultOf(draft) : null
  const refused = error instanceof ApiProblem ? error.field : null
  const faultAt = (member: keyof PostDraft): string | undefined =>
    refused === member ? problemText(error) : undefined
  const set = (member: keyof PostDraft) => (value: string) => setDraft((now) => ({ ...now, [member]: value }))

  const save = async (): Promise<void> => {
    setChecked(true)
    setError(null)
    if (faultOf(draft) !== null) return setRefusals((count) => count + 1)
    setPending(true)
    const body = { ...draft, tags: tagsIn(draft.tags) }
    try {
      if (post === null) {
        const id = await editing.create(body)
        reset(emptyDraft, null)
        setNext(`/posts/${id}/edit`)
      } else reset(draftOf(await editing.save(post.id, body)), null)
      setChecked(false)
      toasts.show({ tone: 'good', title: d('saved') })
    } catch (problem) {
      setError(problem)
      setRefusals((count) => count + 1)
    } finally {
      setPending(false)
    }
  }
  const remove = async (id: string): Promise<void> => {
    if (!(await act('delete', () => editing.remove(id), t('postEdit.deleted')))) return
    reset(saved, null)
    setNext('/posts')
  }

  return (
    <div className={classes.page}>
      <PageHead
        titleId={titleId}
        title={heading}
        actions={
          post === null ? (
            <LinkButton to="/posts">{t('postEdit.all')}</LinkButton>
          ) : (
            <>
              <span className={classes.pin}>
                <Switch
                  label={t('postEdit.pin')}
                  on={post.isPinned}
                  pending={isPending('pin')}
                  onChange={(on) => void act('pin', () => editing.pin(post.id, on))}
                />
                <span aria-hidden="true">{t('postEdit.pin')}</span>
              </span>
              <LinkButton to={`/posts/${post.id}`}>{t('postEdit.show')}</LinkButton>
              <Button kind="danger" onClick={() => setDeleting(true)}>
                {d('delete')}
              </Button>
            </>
          )
        }
      />
      {restored && changed && (
        <Callout tone="caution" title={d('draft.restored')}>
          <Button size="small" onClick={() => reset(saved, null)}>
            {d('discard')}
          </Button>
        </Callout>
      )}
      <Form labelledBy={titleId} pending={pending} refusals={refusals} onSubmit={save}>
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
          unsaved={changed}
          pending={pending}
          isNew={post === null}
          {...(post === null ? { save: t('postEdit.publish') } : {})}
          onDiscard={() => reset(saved, null)}
        />
      </Form>
      <LeaveDialog unsaved={changed && next === null} />
      {deleting && post !== null && (
        <ConfirmDialog
          danger
          title={t('postEdit.deleteTitle', { title: post.title })}
          confirm={d('delete')}
          decline={d('cancel')}
          pending={isPending('delete')}
          onConfirm={() => void remove(post.id)}
          onDecline={() => setDeleting(false)}
        >
          <p>{t('postEdit.deleteText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
