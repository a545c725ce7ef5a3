import type { PostDetail } from '@pennant/contract/post'
import { useMemo, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { useDraft } from '../../kit/use-draft.ts'
import type { Versioned } from '../../api/versioned.ts'
import { differing, draftOf, emptyDraft, faultOf, type PostDraft, tagsIn } from './post-draft.ts'
import { usePostEditing } from './use-post-editing.ts'

type Needs = {
  post: Versioned<PostDetail> | null
  onCreated: (id: string) => void
  onSaved: () => void
}

export const usePostForm = ({ post, onCreated, onSaved }: Needs) => {
  const editing = usePostEditing()
  const data = post?.data ?? null
  const version = post?.version ?? null
  const saved = useMemo(() => (data === null ? emptyDraft : draftOf(data)), [data])
  const { draft, setDraft, base, changed, restored, reset } = useDraft<PostDraft>({
    name: `post ${data?.id ?? 'new'}`,
    saved,
    version,
  })
  const [pending, setPending] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [checked, setChecked] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [theirs, setTheirs] = useState<Versioned<PostDetail> | null>(null)

  const refuse = (problem: unknown): void => {
    setError(problem)
    setRefusals((count) => count + 1)
  }

  const change = async (id: string, over: string | null): Promise<void> => {
    try {
      const next = await editing.save(id, { ...draft, tags: tagsIn(draft.tags) }, over)
      reset(draftOf(next.data), next.version)
      setTheirs(null)
      setChecked(false)
      onSaved()
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || !problem.is('edit.conflict')) throw problem
      const latest = await editing.latest(id)
      const onlyPinned = over === version && differing(draftOf(latest.data), saved).length === 0
      if (onlyPinned && latest.version !== over) await change(id, latest.version)
      else setTheirs(latest)
    }
  }
  const create = async (): Promise<void> => {
    const id = await editing.create({ ...draft, tags: tagsIn(draft.tags) })
    reset(emptyDraft, null)
    setChecked(false)
    onSaved()
    onCreated(id)
  }

  const submit = async (over: string | null = base): Promise<void> => {
    setChecked(true)
    setError(null)
    if (faultOf(draft) !== null) return setRefusals((count) => count + 1)
    setPending(true)
    try {
      await (data === null ? create() : change(data.id, over))
    } catch (problem) {
      setTheirs(null)
      refuse(problem)
    } finally {
      setPending(false)
    }
  }

  return {
    draft,
    changed,
    restored: restored && changed,
    fault: checked ? faultOf(draft) : null,
    error,
    refusals,
    pending,
    outdated: changed && !pending && base !== version,
    compare: (): void => setTheirs(post),
    theirs,
    set: (member: keyof PostDraft) => (value: string) => setDraft((now) => ({ ...now, [member]: value })),
    submit: () => submit(),
    discard: () => reset(saved, version),
    keepMine: () => submit(theirs?.version ?? null),
    takeTheirs(): void {
      if (theirs !== null) reset(draftOf(theirs.data), theirs.version)
      setTheirs(null)
    },
    putOff: () => setTheirs(null),
  }
}
