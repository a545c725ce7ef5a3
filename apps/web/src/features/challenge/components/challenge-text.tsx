import type { ChallengeDetail } from '@pennant/contract/challenge'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import classes from './challenge-panel.module.css'

/** What there is to read and to download. */
export const ChallengeText = ({ challenge }: { challenge: ChallengeDetail }) => {
  const { t } = useTranslation('play')
  const { url, fileSize } = challenge.context
  return (
    <>
      {challenge.content.trim() !== '' && <Markdown source={challenge.content} />}
      {url !== null && <Attachment url={url} size={fileSize} />}
      {challenge.hints !== null && challenge.hints.length > 0 && (
        <section className={classes.hints} aria-labelledby="hints">
          <h3 id="hints" className={classes.heading}>
            <Icon name="bulb" /> {t('challenge.hints', { count: challenge.hints.length })}
          </h3>
          <ol className={classes.hintList}>
            {challenge.hints.map((hint) => (
              <li key={hint}>
                <Markdown source={hint} extent="line" />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

const Attachment = ({ url, size }: { url: string; size: number | null }) => {
  const { t, i18n } = useTranslation('play')
  const own = url.startsWith('/')
  const name = own ? decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)) : t('challenge.outside')
  return (
    <p>
      <a className={classes.file} href={url} target="_blank" rel="noopener noreferrer" download={own}>
        <Icon name={own ? 'download' : 'external'} />
        <span className={classes.fileName}>{name}</span>
        {size !== null && <span className={classes.size}>{bytes(i18n.language, size)}</span>}
      </a>
    </p>
  )
}

const bytes = (language: string, size: number): string => {
  const at = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)))
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[at] ?? 'byte'
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(size / 1_000 ** at)
}
