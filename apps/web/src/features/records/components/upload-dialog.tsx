import { useApi } from '../../../api/context.ts'
import { fileUrl, type StoredFile, uploadFiles } from '@pennant/contract/file'
import { limits } from '@pennant/contract/limit'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { upload } from '../../../api/upload.ts'
import { formatSize } from '../../../i18n/size.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useFileActions } from '../file-queries.ts'
import classes from './records.module.css'

export const UploadDialog = ({ onClose }: { onClose: () => void }) => {
  const api = useApi()
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  const problemText = useProblemText()
  const actions = useFileActions()
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const [stored, setStored] = useState<readonly StoredFile[]>([])
  const giveUp = useRef<AbortController | null>(null)
  const most = formatSize(language, limits.bodyBytes)

  const send = async (files: readonly File[]): Promise<void> => {
    const size = files.reduce((sum, file) => sum + file.size, 0)
    if (size > limits.bodyBytes) return setFault(t('files.tooLarge', { most }))
    setFault(undefined)
    setShare(0)
    giveUp.current = new AbortController()
    try {
      const sent = files.map((file) => ({ file, name: file.name }))
      const more = await upload(api, uploadFiles, {
        files: sent,
        onProgress: setShare,
        signal: giveUp.current.signal,
      })
      setStored((now) => [...now, ...more])
      await actions.refresh()
    } catch (error) {
      if (!giveUp.current.signal.aborted) setFault(problemText(error))
    } finally {
      setShare(null)
    }
  }
  return (
    <Dialog
      title={t('files.upload')}
      close={staff('close')}
      onClose={() => {
        giveUp.current?.abort()
        onClose()
      }}
    >
      <FileDrop
        many
        label={t('files.choose')}
        hint={t('files.chooseHint', { most })}
        disabled={share !== null}
        fault={fault}
        onFiles={(files) => void send(files)}
      />
      {share !== null && (
        <>
          <ProgressBar label={t('files.uploading')} share={share} />
          <Button size="small" onClick={() => giveUp.current?.abort()}>
            {staff('cancel')}
          </Button>
        </>
      )}
      {stored.length > 0 && (
        <Callout tone="good" title={t('files.stored', { count: stored.length })} alert>
          <ul className={classes.holders}>
            {stored.map(({ hash, name }) => (
              <li key={`${hash} ${name}`} className={classes.code}>
                <a href={fileUrl(hash, name)}>{name}</a>
                <CopyText text={fileUrl(hash, name)} label={t('files.copyLink')} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </Dialog>
  )
}
