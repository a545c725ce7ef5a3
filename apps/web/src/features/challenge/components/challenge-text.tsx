import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../i18n/size.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { FileLink } from '../../../ui/file-link/file-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { OpenedHints } from '../opened-hints.ts'
import classes from './challenge-panel.module.css'
import { Hints } from './hints.tsx'

type Props = {
  challenge: ChallengeDetail
  labels: ReactNode
  /** Null: all are closed at first. */
  openedHints: OpenedHints | null
}

export const ChallengeText = ({ challenge, labels, openedHints }: Props) => {
  const { url, fileSize } = challenge.context
  return (
    <>
      {labels}
      {challenge.content.trim() !== '' && <Markdown source={challenge.content} />}
      {url !== null && <Attachment url={url} size={fileSize} />}
      {challenge.hints !== null && challenge.hints.length > 0 && (
        <Hints hints={challenge.hints} opened={openedHints} />
      )}
    </>
  )
}

const Attachment = ({ url, size }: { url: string; size: number | null }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  return (
    <p>
      <FileLink className={classes.file} url={url}>
        {({ own, name }) => (
          <>
            <Icon name={own ? 'download' : 'external'} />
            <span className={classes.fileName}>{own ? name : t('challenge.outside')}</span>
            {size !== null && <span className={classes.size}>{formatSize(language, size)}</span>}
          </>
        )}
      </FileLink>
    </p>
  )
}
