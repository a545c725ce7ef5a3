import type { Attachment, AttachmentCreate } from '@pennant/contract/challenge'
import type { FileType } from '@pennant/contract/enums'
import { uploadFiles } from '@pennant/contract/file'
import { limits } from '@pennant/contract/limit'
import { isLink } from '@pennant/rules/attachment/link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { upload } from '../../../api/upload.ts'
import { formatSize } from '../../../i18n/size.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useConsent } from '../../../kit/what-if/use-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { FileLink } from '../../../ui/file-link/file-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import classes from './section.module.css'
import { Section } from './section.tsx'

type Props = {
  game: number
  enabled: boolean
  attachment: Attachment | null
  onAttach: (body: AttachmentCreate) => Promise<void>
}

export const AttachmentSection = ({ game, enabled, attachment, onAttach }: Props) => {
  const api = useApi()
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const [kind, setKind] = useState<FileType>(attachment?.type ?? 'Local')
  const [url, setUrl] = useState(attachment?.type === 'Remote' ? (attachment.url ?? '') : '')
  const [share, setShare] = useState<number | null>(null)
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string | undefined>(undefined)

  const send = async (make: () => Promise<AttachmentCreate>): Promise<void> => {
    setPending(true)
    setFault(undefined)
    try {
      await onAttach(await make())
      toasts.show({ tone: 'good', title: t('flags.attachmentSaved') })
    } catch (error) {
      setFault(problemText(error))
    } finally {
      setPending(false)
      setShare(null)
    }
  }
  const { consent, checking, question } = useConsent(game)
  const remove = async (): Promise<void> => {
    const agreed = await consent({
      change: null,
      affectsPlayers: enabled,
      danger: true,
      title: t('flags.attachmentRemoveTitle'),
      confirm: t('flags.attachmentRemove'),
      text: (
        <p>
          {t('flags.attachmentRemoveText')} {staff('cannotUndo')}
        </p>
      ),
    })
    if (agreed) await send(async () => ({ attachmentType: 'None' }))
  }
  const sendFile = ([file]: readonly File[]): void => {
    if (file === undefined || pending) return
    void send(async () => {
      setShare(0)
      const files = [{ file, name: file.name }]
      const [stored] = await upload(api, uploadFiles, { files, onProgress: setShare })
      return { attachmentType: 'Local', ...(stored === undefined ? {} : { fileHash: stored.hash }) }
    })
  }
  const sendUrl = (): void => {
    const remoteUrl = url.trim()
    if (!isLink(remoteUrl, (one, base) => URL.canParse(one, base))) setFault(t('flags.urlWrong'))
    else void send(async () => ({ attachmentType: 'Remote', remoteUrl }))
  }

  return (
    <Section title={t('flags.attachment')} lead={t('flags.attachmentText')}>
      <Current attachment={attachment} />
      {question}
      <div>
        <Segmented<FileType>
          label={t('flags.attachmentKind')}
          value={kind}
          options={(['None', 'Local', 'Remote'] as const).map((value) => ({
            value,
            label: t(`flags.attachmentKind.${value}`),
          }))}
          onChange={(next) => {
            setKind(next)
            setFault(undefined)
          }}
        />
      </div>
      {kind === 'None' && attachment !== null && (
        <>
          {fault !== undefined && <Callout tone="danger" title={fault} alert />}
          <div>
            <Button kind="danger" pending={pending || checking} onClick={() => void remove()}>
              {t('flags.attachmentRemove')}
            </Button>
          </div>
        </>
      )}
      {kind === 'Local' && (
        <>
          <FileDrop
            label={t('flags.fileChoose')}
            hint={t('flags.fileHint')}
            disabled={pending}
            fault={fault}
            onFiles={sendFile}
          />
          {share !== null && <ProgressBar label={t('flags.uploading')} share={share} />}
        </>
      )}
      {kind === 'Remote' && (
        <>
          <TextField
            name="remoteUrl"
            kind="url"
            label={t('flags.url')}
            fault={fault}
            maxLength={limits.url}
            value={url}
            onChange={(text) => {
              setUrl(text)
              setFault(undefined)
            }}
          />
          <div>
            <Button kind="primary" pending={pending} onClick={sendUrl}>
              {t('flags.urlSave')}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}

const Current = ({ attachment }: { attachment: Attachment | null }) => {
  const { t } = useTranslation('organise')
  const language = useLanguage()
  const url = attachment?.url ?? null
  if (attachment === null || url === null) return <p className={classes.lead}>{t('flags.attachmentNone')}</p>
  const stored = attachment.type === 'Local'
  return (
    <p className={classes.file}>
      <Icon name={stored ? 'download' : 'external'} size={16} />
      <FileLink url={url}>{({ name }) => (stored ? name : url)}</FileLink>
      {attachment.fileSize !== null && (
        <span className={classes.lead}>{formatSize(language, attachment.fileSize)}</span>
      )}
    </p>
  )
}
