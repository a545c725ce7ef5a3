import type { ChallengeCategory, ChallengeLevel } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { isTitleTaken } from '@pennant/rules/challenge/same-title'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { MarkdownField } from '../../../kit/markdown-field.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { type ChallengeRef, challengesToEditQuery } from '../queries.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { categories } from '../use-list-address.ts'
import { useMember } from '../use-member.ts'
import { levels, useLevelText } from '../level-text.ts'
import { HintList } from './hint-list.tsx'
import { Columns, Section } from './section.tsx'

type Props = { challengeRef: ChallengeRef; editor: ChallengeEditor }

export const TextSection = ({ challengeRef, editor }: Props) => {
  const { t } = useTranslation('organise')
  const { field } = useMember(editor)
  const levelText = useLevelText()
  const api = useApi()
  const { data: listed = [] } = useQuery(challengesToEditQuery(api, challengeRef.game))
  const others = listed.filter(({ id }) => id !== challengeRef.challenge)
  const isTaken = isTitleTaken(editor.draft.title, others)
  return (
    <Section id="text" title={t('challenge.text')}>
      <Columns>
        <TextField
          {...field('title')}
          maxLength={limits.challengeTitle}
          {...(isTaken ? { hint: <Badge tone="caution">{t('challenge.titleTaken')}</Badge> } : {})}
        />
        <SelectField<ChallengeCategory>
          {...field('category')}
          options={categories.map((value) => ({ value, label: value }))}
        />
        {api.extensions.supported && (
          <SelectField<ChallengeLevel>
            {...field('level')}
            options={levels.map((value) => ({ value, label: levelText(value) }))}
          />
        )}
      </Columns>
      <MarkdownField {...field('content')} maxLength={limits.challengeContent} />
      {api.extensions.supported && (
        <Columns>
          <TextField {...field('tags')} optional hint={t('challenge.tagsText')} />
          <TextField {...field('authors')} optional hint={t('challenge.authorsText')} />
        </Columns>
      )}
      <HintList hints={editor.draft.hints} onChange={(hints) => editor.set('hints', hints)} />
    </Section>
  )
}
