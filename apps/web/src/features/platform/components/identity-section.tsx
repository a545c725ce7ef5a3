import { limits } from '@pennant/contract/limit'
import type { GlobalConfig } from '@pennant/contract/setting'
import { useTranslation } from 'react-i18next'
import { MarkdownField } from '../../../api/markdown-field.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import { SectionFrame } from './section-frame.tsx'

type Props = { config: GlobalConfig; onDirty: (name: string, dirty: boolean) => void }

export const IdentitySection = ({ config, onDirty }: Props) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const actions = useConfigActions()
  const section = useSection({
    name: 'identity',
    saved: {
      title: config.title,
      slogan: config.slogan,
      description: config.description ?? '',
      footerInfo: config.footerInfo ?? '',
    },
    send: (draft) => actions.save('globalConfig', draft),
    onDirty,
  })
  const { draft, faults, change } = section
  return (
    <SectionFrame title={t('settings.identity')} section={section}>
      <TextField
        optional
        name="title"
        label={field('title')}
        hint={t('settings.titleHint', { name: `${draft.title}::CTF` })}
        maxLength={limits.platformTitle}
        value={draft.title}
        fault={faults.title}
        onChange={change('title')}
      />
      <TextField
        optional
        name="slogan"
        label={field('slogan')}
        maxLength={limits.slogan}
        value={draft.slogan}
        fault={faults.slogan}
        onChange={change('slogan')}
      />
      <TextArea
        optional
        name="description"
        label={field('description')}
        hint={t('settings.descriptionHint')}
        rows={2}
        maxLength={limits.description}
        value={draft.description}
        fault={faults.description}
        onChange={change('description')}
      />
      <MarkdownField
        name="footerInfo"
        label={field('footerInfo')}
        rows={4}
        maxLength={limits.footer}
        value={draft.footerInfo}
        fault={faults.footerInfo}
        onChange={change('footerInfo')}
      />
    </SectionFrame>
  )
}
