import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../kit/use-draft.ts'
import { fieldsOf, useForm } from '../../kit/use-form.ts'
import { useToasts } from '../../ui/toast-store.ts'

type Options<Draft extends Record<string, unknown>> = {
  name: string
  saved: Draft
  check?: (draft: Draft) => Partial<Record<keyof Draft, string>>
  /** May resolve to the draft as the server wrote it. */
  send: (draft: Draft) => Promise<Draft | void>
  onDirty: (name: string, dirty: boolean) => void
}

export const useSection = <Draft extends Record<string, unknown>>({
  name,
  saved,
  check,
  send,
  onDirty,
}: Options<Draft>) => {
  const { t } = useTranslation('staff')
  const toasts = useToasts()
  const kept = useDraft<Draft>({ name: `settings ${name}`, saved, version: null })
  const form = useForm<Draft>({
    initial: kept.draft,
    ...(check === undefined ? {} : { check }),
    async send(draft) {
      const now = (await send(draft)) ?? draft
      kept.reset(now, null)
      form.reset(now)
      setOutdated(false)
      toasts.show({ tone: 'good', title: t('saved') })
    },
  })
  const { changed } = kept
  useEffect(() => {
    onDirty(name, changed)
    return () => onDirty(name, false)
  }, [name, changed, onDirty])

  // Edits of others appear, unless something is being edited here.
  const text = JSON.stringify(saved)
  const shown = useRef(text)
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    const untouched = JSON.stringify(form.draft) === shown.current
    if (text === shown.current) return
    shown.current = text
    if (!untouched) return setOutdated(JSON.stringify(form.draft) !== text)
    kept.reset(saved, null)
    form.reset(saved)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another answer of the server matters
  }, [text])

  const change =
    <Member extends keyof Draft>(member: Member) =>
    (value: Draft[Member]): void => {
      form.change(member)(value)
      kept.setDraft((now) => ({ ...now, [member]: value }))
    }

  return {
    ...form,
    changed,
    outdated: outdated && changed,
    change,
    ...fieldsOf({ draft: form.draft, faults: form.faults, change }),
    discard(): void {
      setOutdated(false)
      kept.reset(saved, null)
      form.reset(saved)
    },
  }
}

export type Section = Pick<
  ReturnType<typeof useSection>,
  'changed' | 'outdated' | 'discard' | 'submit' | 'pending' | 'refusals' | 'problem'
>
