import { limits } from '@pennant/contract/limit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { ImageCrop } from '../ui/image-crop.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useProblemText } from './problem-text.ts'

type Props = {
  send: (image: Blob, onProgress: (share: number) => void) => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

export const AvatarDialog = ({ send, onClose, onDone }: Props) => {
  const { t } = useTranslation('account')
  const problemText = useProblemText()
  const [file, setFile] = useState<File | null>(null)
  const [crop, setCrop] = useState<(() => Promise<Blob>) | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const sending = useMutation({
    mutationFn: async () => {
      if (file !== null) await send(crop === null ? file : await crop(), setShare)
    },
    onSettled: () => setShare(null),
  })
  const megabytes = limits.imageBytes / 2 ** 20
  const tooLarge = file !== null && crop === null && file.size > limits.imageBytes

  return (
    <Dialog
      size="narrow"
      title={t('profile.avatar')}
      close={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            disabled={file === null}
            pending={sending.isPending}
            onClick={() => sending.mutate(undefined, { onSuccess: onDone })}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      {sending.isError && <Callout tone="danger" title={problemText(sending.error)} alert />}
      {file !== null && (
        <ImageCrop
          file={file}
          labels={{
            preview: t('crop.preview'),
            zoom: t('crop.zoom'),
            horizontal: t('crop.horizontal'),
            vertical: t('crop.vertical'),
          }}
          onCrop={(next) => setCrop(() => next)}
        />
      )}
      <FileDrop
        label={t('crop.choose')}
        hint={t('crop.hint', { megabytes })}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/heic"
        fault={tooLarge ? t('crop.tooLarge', { megabytes }) : undefined}
        onFiles={([chosen]) => {
          setCrop(null)
          setFile(chosen ?? null)
        }}
      />
      {share !== null && <ProgressBar label={t('profile.uploading')} share={share} />}
    </Dialog>
  )
}
