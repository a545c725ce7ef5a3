import type { ChallengeLevel } from '@pennant/contract/enums'
import { byLevel } from '@pennant/rules/challenge/labels'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../i18n/start.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Name } from '../../../ui/name.tsx'
import type { View } from '../challenge-list.ts'
import classes from './labels.module.css'

type Labeled = { level?: ChallengeLevel; tags?: readonly string[] }
type Level = Exclude<ChallengeLevel, 'None'>

const none: readonly string[] = []

type FilterProps = {
  challenges: readonly Labeled[]
  view: Pick<View, 'level' | 'tag'>
  onChange: (part: Partial<View>) => void
}

export const LabelFilters = ({ challenges, view, onChange }: FilterProps) => {
  const { t } = useTranslation('label')
  const language = useLanguage()
  const levels = [...new Set(challenges.toSorted(byLevel).flatMap(({ level }) => levelOf(level)))]
  const tags = [...new Set(challenges.flatMap(({ tags: some = [] }) => some))].toSorted(
    new Intl.Collator(language).compare,
  )
  return (
    <>
      {(levels.length > 0 || view.level !== null) && (
        <div className={classes.select}>
          <SelectField<string>
            compact
            name="level"
            label={t('level')}
            value={view.level ?? ''}
            options={[
              { value: '', label: t('allLevels') },
              ...levels.map((value) => ({ value, label: t(`level.${value}`) })),
            ]}
            onChange={(level) => onChange({ level: level === '' ? null : level })}
          />
        </div>
      )}
      {(tags.length > 0 || view.tag !== null) && (
        <div className={classes.select}>
          <SelectField<string>
            compact
            name="tag"
            label={t('tag')}
            value={view.tag ?? ''}
            options={[{ value: '', label: t('allTags') }, ...tags.map((value) => ({ value, label: value }))]}
            onChange={(tag) => onChange({ tag: tag === '' ? null : tag })}
          />
        </div>
      )}
    </>
  )
}

/** Tags would make cards so high that a list of two dozen is no longer in sight as a whole. */
export const CardLevel = ({ level }: Pick<Labeled, 'level'>) => {
  const { t } = useTranslation('label')
  return levelOf(level).map((one) => <span key={one}>{t(`level.${one}`)}</span>)
}

type LabelsProps = Labeled & { authors: readonly string[] | undefined }

export const Labels = ({ level, tags = none, authors = none }: LabelsProps) => {
  const { t } = useTranslation('label')
  const language = useLanguage()
  const names = new Intl.ListFormat(language).format(authors)
  if (level === undefined && tags.length + authors.length === 0) return null
  return (
    <p className={classes.labels}>
      {levelOf(level).map((one) => (
        <Badge key={one} tone="news">
          {t(`level.${one}`)}
        </Badge>
      ))}
      {tags.map((tag) => (
        <Badge key={tag}>
          <Name>{tag}</Name>
        </Badge>
      ))}
      {authors.length > 0 && <span>{t('authors', { names })}</span>}
    </p>
  )
}

const levelOf = (level: ChallengeLevel | undefined): Level[] =>
  level === undefined || level === 'None' ? [] : [level]
