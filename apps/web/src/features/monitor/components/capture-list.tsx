import { downloadCapture, downloadCaptures, type FileRecord } from '@pennant/contract/capture'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { formatSize } from '../../../i18n/size.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useDownload } from '../../../kit/use-download.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { type CaptureOwner, capturesQuery, useDeleteCaptures } from '../traffic-queries.ts'
import classes from './capture-list.module.css'

type Props = { game: number; owner: CaptureOwner; name: string; fits: (name: string) => boolean }

export const CaptureList = ({ game, owner, name, fits }: Props) => {
  const { t } = useTranslation('monitor')
  const query = useQuery(capturesQuery(useApi(), game, owner))
  return (
    <Loaded query={query} failed={t('traffic.failed')}>
      {(files) =>
        files.length === 0 ? (
          <EmptyState icon="plug" title={t('traffic.noFiles')} text={t('traffic.noFilesHint')} />
        ) : (
          <Files game={game} owner={owner} name={name} files={files} fits={fits} />
        )
      }
    </Loaded>
  )
}

const Files = ({ game, owner, name, files, fits }: Props & { files: readonly FileRecord[] }) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  const download = useDownload()
  const remove = useDeleteCaptures(game, owner)
  /** `file` null: all of them. */
  const [asked, setAsked] = useState<{ file: string | null } | null>(null)
  const params = { cid: owner.challenge, pid: owner.participation }
  const size = formatSize(
    language,
    files.reduce((sum, file) => sum + file.size, 0),
  )
  const shown = files
    .filter(({ fileName }) => fits(fileName))
    .toSorted((one, other) => other.updateTime - one.updateTime)
  return (
    <>
      <div className={classes.head}>
        <span>{t('traffic.size', { count: files.length, size })}</span>
        {download.pending ? (
          <>
            <ProgressBar label={staff('common.download.started')} share={download.share} />
            <Button size="small" onClick={download.cancel}>
              {staff('cancel')}
            </Button>
          </>
        ) : (
          <Button
            size="small"
            icon={<Icon name="download" />}
            onClick={() =>
              void download.start(downloadCaptures, {
                params,
                name: `captures-${params.cid}-${params.pid}.tar.gz`,
              })
            }
          >
            {t('traffic.downloadAll')}
          </Button>
        )}
        <Button
          size="small"
          kind="danger"
          icon={<Icon name="trash" />}
          onClick={() => setAsked({ file: null })}
        >
          {t('traffic.deleteAll')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p>{staff('noneFound')}</p>
      ) : (
        <ul className={classes.files}>
          {shown.map((file) => (
            <li key={file.fileName} className={classes.file}>
              <span className={classes.name}>{file.fileName}</span>
              <span className={classes.facts}>
                {formatSize(language, file.size)} · <Moment at={file.updateTime} seconds />
              </span>
              <span className={classes.actions}>
                <IconButton
                  label={t('traffic.download', { name: file.fileName })}
                  pending={download.pending}
                  onClick={() =>
                    void download.start(downloadCapture, {
                      params: { ...params, filename: file.fileName },
                      name: file.fileName,
                    })
                  }
                >
                  <Icon name="download" />
                </IconButton>
                <IconButton
                  label={t('traffic.delete', { name: file.fileName })}
                  onClick={() => setAsked({ file: file.fileName })}
                >
                  <Icon name="trash" />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {asked !== null && (
        <ConfirmDialog
          danger
          title={asked.file === null ? t('traffic.deleteAllTitle', { team: name }) : t('traffic.deleteOne')}
          confirm={staff('delete')}
          decline={staff('cancel')}
          pending={remove.isPending}
          onDecline={() => setAsked(null)}
          onConfirm={() => remove.mutate(asked.file, { onSettled: () => setAsked(null) })}
        >
          <p>
            {asked.file === null
              ? t('traffic.deleteAllWarning', { count: files.length, size, team: name })
              : t('traffic.deleteWarning', { name: asked.file })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
