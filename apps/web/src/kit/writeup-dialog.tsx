import { limits } from '@pennant/contract/limit'
import { readOwnWriteup, submitWriteup } from '@pennant/contract/writeup'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Api } from '../api/client.ts'
import { useApi } from '../api/context.ts'
import { upload } from '../api/upload.ts'
import { Moment } from '../i18n/moment.tsx'
import { formatSize } from '../i18n/size.ts'
import { useLanguage } from '../i18n/start.ts'
import { Loaded } from './loaded.tsx'
import { useProblemText } from './problem-text.ts'
import { useHasPassed } from './use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

const writeupQuery = (api: Api, game: number) =>
  queryOptions({
    queryKey: ['game', game, 'writeup'],
    queryFn: ({ signal }) => api.call(readOwnWriteup, { params: { id: game }, signal }),
  })

type Props = { game: number; deadline: number; onClose: () => void }

export const WriteupDialog = ({ game, deadline, onClose }: Props) => {
  const { t } = useTranslation('team')
  const problemText = useProblemText()
  const language = useLanguage()
  const underWay = useRef<AbortController | null>(null)
  const api = useApi()
  const own = useQuery(writeupQuery(api, game))
  const late = useHasPassed(deadline + 1)
  const [share, setShare] = useState(0)
  const [fault, setFault] = useState<string | undefined>()
  const megabytes = Math.round(limits.writeupBytes / 2 ** 20)
  const send = useMutation({
    mutationFn: (file: File) => {
      const giveUp = new AbortController()
      underWay.current = giveUp
      setShare(0)
      return upload(api, submitWriteup, {
        params: { id: game },
        files: [{ file, name: file.name }],
        onProgress: setShare,
        signal: giveUp.signal,
      })
    },
    onSuccess: () => own.refetch(),
    onError: (error) => {
      if (underWay.current?.signal.aborted !== true) setFault(problemText(error))
    },
  })

  const take = (file: File | undefined): void => {
    setFault(undefined)
    if (file === undefined) return
    if (file.size > limits.writeupBytes) setFault(t('writeup.tooLarge', { megabytes }))
    else send.mutate(file)
  }
  return (
    <Dialog title={t('writeup.submit')} close={t('common.close')} onClose={onClose}>
      <Loaded query={own} failed={t('writeup.failed')}>
        {({ submitted, name, fileSize, note }) => (
          <>
            <p>
              <Badge tone={submitted ? 'good' : 'caution'}>
                {submitted ? t('writeup.there') : t('writeup.missing')}
              </Badge>{' '}
              {submitted && `${name} (${formatSize(language, fileSize)})`}
            </p>
            {note !== '' && <Markdown source={note} />}
          </>
        )}
      </Loaded>
      <p>
        {t('writeup.deadline')} <Moment at={deadline} />
      </p>
      {late ? (
        <Callout tone="caution" title={t('writeup.late')} />
      ) : (
        <FileDrop
          label={t('writeup.choose')}
          hint={t('writeup.hint', { megabytes })}
          accept="application/pdf,.pdf"
          disabled={send.isPending}
          fault={fault}
          onFiles={([file]) => take(file)}
        />
      )}
      {send.isPending && (
        <>
          <ProgressBar label={t('writeup.sending')} share={share} />
          <Button onClick={() => underWay.current?.abort()}>{t('common.cancel')}</Button>
        </>
      )}
    </Dialog>
  )
}
