import type { FlagCreate } from '@pennant/contract/challenge'
import { type Dispatch, type SetStateAction, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { readFlagLines, readLinkLines } from '../flag-lines.ts'
import { BadLines } from './bad-lines.tsx'
import { Section } from './section.tsx'

export type FlagText = {
  draft: string
  setDraft: Dispatch<SetStateAction<string>>
}

type Props = {
  text: FlagText
  linked: boolean
  known: readonly string[]
  onAdd: (flags: FlagCreate[]) => Promise<void>
}

export const FlagLinesSection = ({
  text: { draft: text, setDraft: setText },
  linked,
  known,
  onAdd,
}: Props) => {
  const { t } = useTranslation('organise')
  const toasts = useToasts()
  const problemText = useProblemText()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const seen = useDeferredValue(text)
  const { flags, bad } = useMemo(() => read(seen, known, linked), [seen, known, linked])

  const add = async (): Promise<void> => {
    const now = read(text, known, linked)
    if (now.flags.length === 0) return
    setPending(true)
    setError(null)
    try {
      await onAdd(now.flags)
      setText(now.bad.map((line) => line.text).join('\n'))
      toasts.show({ tone: 'good', title: t('flags.added', { count: now.flags.length }) })
    } catch (problem) {
      setError(problem)
    } finally {
      setPending(false)
    }
  }
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return
    const content = await file.text()
    setText((old) => (old.trim() === '' ? content : `${old.trimEnd()}\n${content}`))
  }
  return (
    <Section {...(linked ? {} : { id: 'flags' })} title={t(linked ? 'flags.addLinked' : 'flags.add')}>
      {error !== null && <Callout tone="danger" title={problemText(error)} alert />}
      <TextArea
        optional
        name={linked ? 'links' : 'flags'}
        label={t(linked ? 'flags.linkLines' : 'flags.lines')}
        hint={t(linked ? 'flags.linkLinesText' : 'flags.linesText')}
        rows={6}
        value={text}
        onChange={setText}
      />
      <BadLines lines={bad} />
      <FileDrop
        small
        label={t('flags.linesFile')}
        hint={t('flags.linesFileHint')}
        accept=".txt,.csv,text/plain"
        onFiles={(files) => void take(files)}
      />
      <div>
        <Button kind="primary" pending={pending} disabled={flags.length === 0} onClick={() => void add()}>
          {flags.length === 0 ? t('flags.add') : t('flags.addSome', { count: flags.length })}
        </Button>
      </div>
    </Section>
  )
}

const read = (text: string, known: readonly string[], linked: boolean) => {
  if (!linked) {
    const { flags, bad } = readFlagLines(text, known)
    return { flags: flags.map((flag): FlagCreate => ({ flag })), bad }
  }
  const { linked: found, bad } = readLinkLines(text, known)
  const flags = found.map(({ flag, url }): FlagCreate => ({ flag, attachmentType: 'Remote', remoteUrl: url }))
  return { flags, bad }
}
