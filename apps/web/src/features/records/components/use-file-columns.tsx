import { fileUrl, type StoredFile } from '@pennant/contract/file'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { Moment } from '../../../i18n/moment.tsx'
import { formatSize } from '../../../i18n/size.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Holders } from './holders.tsx'
import classes from './records.module.css'

export const useFileColumns = (onDelete: (file: StoredFile) => void): Column<StoredFile>[] => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: field } = useTranslation('field')
  const language = useLanguage()
  return [
    {
      id: 'name',
      header: field('filename'),
      width: 'minmax(12rem, 1.5fr)',
      narrow: 'title',
      cell: ({ hash, name }) => (
        <a href={fileUrl(hash, name)} download>
          {name}
        </a>
      ),
    },
    {
      id: 'size',
      header: t('files.size'),
      width: '7rem',
      align: 'end',
      cell: ({ size }) => (size === undefined ? '–' : formatSize(language, size)),
    },
    {
      id: 'references',
      header: t('files.references'),
      width: '7.5rem',
      align: 'end',
      cell: ({ references }) => references ?? '–',
    },
    {
      id: 'holders',
      header: t('files.holders'),
      width: 'minmax(12rem, 1.5fr)',
      cell: ({ holders }) =>
        holders === undefined ? (
          '–'
        ) : holders.length === 0 ? (
          t('files.unheld')
        ) : (
          <Holders holders={holders} />
        ),
    },
    {
      id: 'time',
      header: t('files.time'),
      width: '12rem',
      cell: ({ uploadTime }) => (uploadTime === undefined ? '–' : <Moment at={uploadTime} />),
    },
    {
      id: 'hash',
      header: t('files.hash'),
      width: '9rem',
      narrow: 'hidden',
      cell: ({ hash }) => (
        <span className={classes.code} title={hash}>
          {hash.slice(0, 8)}
          <CopyText text={hash} label={t('files.copyHash')} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: staff('actions'),
      width: '7.5rem',
      narrow: 'plain',
      cell: (file) => (
        <Button size="small" onClick={() => onDelete(file)}>
          {staff('delete')}
        </Button>
      ),
    },
  ]
}
