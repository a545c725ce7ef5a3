import { limits } from '@pennant/contract/limit'
import { usualSuffix } from '@pennant/contract/platform-name'
import type { GlobalConfig } from '@pennant/contract/setting'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { MarkdownField } from '../../../kit/markdown-field.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import { SectionFrame } from './section-frame.tsx'

type Props = { config: GlobalConfig; onDirty: (name: string, dirty: boolean) => void }

export const IdentitySection = ({ config, onDirty }: Props) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const actions = useConfigActions()
  const { supported: own } = useApi().extensions
  const section = useSection({
    name: 'identity',
    saved: {
      title: config.title,
      titleSuffix: config.titleSuffix ?? usualSuffix,
      slogan: config.slogan,
      description: config.description ?? '',
      footerInfo: config.footerInfo ?? '',
    },
    send: (draft) => actions.save('globalConfig', draft),
    onDirty,
  })
  const { draft } = section
  return (
    <SectionFrame title={t('settings.identity')} section={section}>
      <TextField
        optional
        {...section.field('title')}
        label={field('title')}
        hint={t('settings.titleHint', { name: draft.title + draft.titleSuffix })}
        maxLength={limits.platformTitle}
      />
      {own && (
        <TextField
          optional
          {...section.field('titleSuffix')}
          label={t('settings.suffix')}
          hint={t('settings.suffixHint', { suffix: usualSuffix })}
          maxLength={limits.titleSuffix}
        />
      )}
      <TextField optional {...section.field('slogan')} label={field('slogan')} maxLength={limits.slogan} />
      <TextArea
        optional
        {...section.field('description')}
        label={field('description')}
        hint={t('settings.descriptionHint')}
        rows={2}
        maxLength={limits.description}
      />
      <MarkdownField
        {...section.field('footerInfo')}
        label={field('footerInfo')}
        rows={4}
        maxLength={limits.footer}
      />
    </SectionFrame>
  )
}
