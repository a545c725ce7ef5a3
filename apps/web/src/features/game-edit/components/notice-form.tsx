import { limits } from '@pennant/contract/limit'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkdownField } from '../../../kit/markdown-field.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useDraft } from '../../../kit/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Form } from '../../../ui/form.tsx'
import { Row } from '../../../ui/row.tsx'

type Props = {
  name: string
  labelledBy: string
  saved: string
  confirm: string
  hint?: string
  send: (content: string) => Promise<unknown>
  renderRemark?: (draft: string) => ReactNode
  onCancel?: () => void
  onUnsaved: (unsaved: boolean) => void
}

export const NoticeForm = (props: Props) => {
  const { name, labelledBy, saved, confirm, hint, send, renderRemark, onCancel, onUnsaved } = props
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const problemText = useProblemText()
  const { draft, setDraft, changed, restored, reset } = useDraft<string>({ name, saved, version: null })
  const [fault, setFault] = useState<string>()
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [pending, setPending] = useState(false)

  useEffect(() => {
    onUnsaved(changed)
    return () => onUnsaved(false)
  }, [changed, onUnsaved])

  const submit = async (): Promise<void> => {
    setProblem(null)
    setFault(draft.trim() === '' ? t('form.required') : undefined)
    if (draft.trim() === '') return setRefusals((count) => count + 1)
    setPending(true)
    try {
      await send(draft)
      reset(saved, null)
    } catch (error) {
      setProblem(problemText(error))
      setRefusals((count) => count + 1)
    }
    setPending(false)
  }
  return (
    <Form labelledBy={labelledBy} pending={pending} refusals={refusals} onSubmit={submit}>
      {restored && changed && <Callout tone="neutral" title={staff('draft.restored')} />}
      {renderRemark?.(draft)}
      {problem !== null && <Callout tone="danger" title={problem} alert />}
      <MarkdownField
        name="content"
        label={t('notices.text')}
        rows={6}
        maxLength={limits.noticeContent}
        value={draft}
        fault={fault}
        hint={hint}
        onChange={(text) => {
          setDraft(text)
          setFault(undefined)
        }}
      />
      <Row gap="s">
        <Button kind="primary" submit pending={pending} disabled={!changed}>
          {confirm}
        </Button>
        {onCancel !== undefined && (
          <Button
            onClick={() => {
              reset(saved, null)
              onCancel()
            }}
          >
            {staff('cancel')}
          </Button>
        )}
      </Row>
    </Form>
  )
}
