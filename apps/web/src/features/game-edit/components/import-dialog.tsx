import { limits } from '@pennant/contract/limit'
import { type ImportReport, importGame, importGameWithReport } from '@pennant/contract/transfer'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { upload } from '../../../api/upload.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { gamesToEditQuery } from '../queries.ts'
import { ImportReportDialog } from './import-report-dialog.tsx'

type Props = { onClose: () => void; onDone: (id: number) => void }

const megabytes = limits.packageBytes / 1_048_576

export const ImportDialog = ({ onClose, onDone }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const queries = useQueryClient()
  const api = useApi()
  const problemText = useProblemText()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const giveUp = useRef<AbortController | null>(null)
  useEffect(() => () => giveUp.current?.abort(), [])

  const send = async (chosen: File): Promise<void> => {
    setFault(null)
    setFile(null)
    if (chosen.size > limits.packageBytes) return setFault(t('games.importTooLarge', { megabytes }))
    const controller = new AbortController()
    giveUp.current = controller
    setFile(chosen)
    setShare(0)
    try {
      const input = {
        files: [{ file: chosen, name: chosen.name }],
        onProgress: setShare,
        signal: controller.signal,
      }
      const done: ImportReport = api.extensions.supported
        ? await upload(api, importGameWithReport, input)
        : { id: await upload(api, importGame, input), changes: [], more: 0 }
      await queries.invalidateQueries({ queryKey: gamesToEditQuery(api).queryKey })
      if (done.changes.length === 0) onDone(done.id)
      else setReport(done)
    } catch (error) {
      if (!controller.signal.aborted) setFault(problemText(error))
      setFile(null)
    }
  }
  if (report !== null)
    return <ImportReportDialog report={report} onClose={onClose} onOpen={() => onDone(report.id)} />
  const under = file !== null
  return (
    <Dialog title={t('games.import')} close={staff('close')} onClose={onClose}>
      <p>{t('games.importText')}</p>
      {fault !== null && (
        <Callout tone="danger" title={t('games.importFailed')} alert>
          <p>{fault}</p>
        </Callout>
      )}
      {under ? (
        <>
          <p>
            <Announced
              fromStart
              text={share === 1 ? t('games.importReading') : t('games.importSending', { name: file.name })}
            />
          </p>
          <ProgressBar label={t('games.import')} share={share === 1 ? null : share} />
          <div>
            <Button onClick={() => giveUp.current?.abort()}>{staff('cancel')}</Button>
          </div>
        </>
      ) : (
        <FileDrop
          label={t('games.importChoose')}
          hint={t('games.importHint', { megabytes })}
          accept=".zip,application/zip"
          onFiles={([first]) => {
            if (first !== undefined) void send(first)
          }}
        />
      )}
    </Dialog>
  )
}
