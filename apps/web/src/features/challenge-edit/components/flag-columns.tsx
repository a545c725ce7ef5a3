import type { FlagInfo } from '@pennant/contract/challenge'
import type { TFunction } from 'i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { FileLink } from '../../../ui/file-link/file-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import classes from './flags.module.css'

type Props = { attached: boolean; onRemove: (flag: FlagInfo) => void }

export const columnsOf = (
  { attached, onRemove }: Props,
  t: TFunction<'organise'>,
  actions: string,
): Column<FlagInfo>[] => [
  {
    id: 'flag',
    header: t('flags.flag'),
    width: 'minmax(12rem, 1fr)',
    narrow: 'title',
    cell: ({ flag }) => (
      <span className={classes.flag}>
        <code>{flag}</code>
        <CopyText text={flag} label={t('flags.copy', { flag })} />
      </span>
    ),
  },
  ...(attached
    ? [
        {
          id: 'attachment',
          header: t('flags.attachment'),
          width: '14rem',
          cell: ({ attachment }: FlagInfo) =>
            attachment === null || attachment.url === null ? (
              t('flags.noFile')
            ) : (
              <FileLink url={attachment.url}>
                {() => (attachment.type === 'Local' ? t('flags.file') : attachment.url)}
              </FileLink>
            ),
        },
      ]
    : []),
  {
    id: 'remove',
    header: actions,
    width: '6rem',
    narrow: 'plain',
    cell: (flag) => (
      <IconButton label={t('flags.remove', { flag: flag.flag })} onClick={() => onRemove(flag)}>
        <Icon name="trash" size={16} />
      </IconButton>
    ),
  },
]
