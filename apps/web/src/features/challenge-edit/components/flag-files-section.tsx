import type { FlagCreate } from '@pennant/contract/challenge'
import { useApi } from '../../../api/context.ts'
import { uploadFiles } from '@pennant/contract/file'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { RunState } from '../../../kit/run-state.tsx'
import { upload } from '../../../api/upload.ts'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { CheckField } from '../../../ui/fields.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { type FlaggedFile, flagsOfFiles } from '../flag-files.ts'
import { BadLines } from './bad-lines.tsx'
import classes from './flags.module.css'
import { Section } from './section.tsx'

type Props = {
  known: readonly string[]
  /** A file's own name would reveal the flag. */
  fileName: string
  onAdd: (flags: FlagCreate[]) => Promise<void>
}

const most = 100

export const FlagFilesSection = ({ known, fileName, onAdd }: Props) => {
  const api = useApi()
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [bare, setBare] = useState(true)
  const [adding, setAdding] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { run, start, stop, forget } = useRunAll<FlaggedFile<File>>()
  const { flagged, bad } = flagsOfFiles(chosen, known, bare)
  const busy = adding || run?.running === true

  const send = async (): Promise<void> => {
    setError(null)
    const made: FlagCreate[] = []
    const sent = new Set<File>()
    await start(flagged, async ({ file, flag }) => {
      const [stored] = await upload(api, uploadFiles, {
        files: [{ file, name: fileName }],
        query: { filename: fileName },
      })
      if (stored === undefined) return
      made.push({ flag, attachmentType: 'Local', fileHash: stored.hash })
      sent.add(file)
    })
    if (made.length === 0) return
    setAdding(true)
    try {
      await onAdd(made)
      setChosen((files) => files.filter((file) => !sent.has(file)))
      toasts.show({ tone: 'good', title: t('flags.added', { count: made.length }) })
    } catch (problem) {
      setError(problem)
    } finally {
      setAdding(false)
    }
  }
  return (
    <Section id="flags" title={t('flags.addFiles')} lead={t('flags.addFilesText', { name: fileName })}>
      <CheckField
        name="bare"
        label={t('flags.withoutExtension')}
        checked={bare}
        disabled={busy}
        onChange={setBare}
      />
      <FileDrop
        many
        label={t('flags.filesChoose')}
        hint={t('flags.filesHint')}
        disabled={busy}
        onFiles={(files) => setChosen((old) => [...old, ...files])}
      />
      {error !== null && <Callout tone="danger" title={problemText(error)} alert />}
      <BadLines lines={bad} />
      {flagged.length > 0 && (
        <ul className={classes.files} aria-label={t('flags.toUpload')}>
          {flagged.slice(0, most).map(({ flag, file }) => (
            <li key={flag}>
              <code>{flag}</code> <span className={classes.dim}>{file.name}</span>
            </li>
          ))}
          {flagged.length > most && <li>{t('flags.more', { count: flagged.length - most })}</li>}
        </ul>
      )}
      {chosen.length > 0 && (
        <div className={classes.buttons}>
          {flagged.length > 0 && (
            <Button kind="primary" pending={busy} onClick={() => void send()}>
              {t('flags.uploadSome', { count: flagged.length })}
            </Button>
          )}
          <Button disabled={busy} onClick={() => setChosen([])}>
            {staff('chooseNone')}
          </Button>
        </div>
      )}
      <RunState run={run} nameOf={({ file }) => file.name} onStop={stop} onForget={forget} />
    </Section>
  )
}
