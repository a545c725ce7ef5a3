import type { ChallengeCategory } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { useTranslation } from 'react-i18next'
import { MarkdownField } from '../../../api/markdown-field.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { categories } from '../use-list-address.ts'
import { useMember } from '../use-member.ts'
import { HintList } from './hint-list.tsx'
import { Columns, Section } from './section.tsx'

export const TextSection = ({ editor }: { editor: ChallengeEditor }) => {
  const { t } = useTranslation('organise')
  const { field } = useMember(editor)
  return (
    <Section id="text" title={t('challenge.text')}>
      <Columns>
        <TextField {...field('title')} maxLength={limits.challengeTitle} />
        <SelectField<ChallengeCategory>
          {...field('category')}
          options={categories.map((value) => ({ value, label: value }))}
        />
      </Columns>
      <MarkdownField {...field('content')} maxLength={limits.challengeContent} />
      <HintList hints={editor.draft.hints} onChange={(hints) => editor.set('hints', hints)} />
    </Section>
  )
}
