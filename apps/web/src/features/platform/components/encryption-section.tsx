import type { GlobalConfig } from '@pennant/contract/setting'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout.tsx'
import { CheckField } from '../../../ui/fields.tsx'
import { useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import { SectionFrame } from './section-frame.tsx'

type Props = { config: GlobalConfig; onDirty: (name: string, dirty: boolean) => void }

export const EncryptionSection = ({ config, onDirty }: Props) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const actions = useConfigActions()
  const section = useSection({
    name: 'encryption',
    saved: { apiEncryption: config.apiEncryption },
    send: (draft) => actions.save('globalConfig', draft),
    onDirty,
  })
  return (
    <SectionFrame title={field('apiEncryption')} section={section}>
      <CheckField
        {...section.checkbox('apiEncryption')}
        label={t('settings.encrypt')}
        hint={t('settings.encryptHint')}
      />
      {section.draft.apiEncryption && !isSecureContext && (
        <Callout tone="caution" title={t('settings.insecure')} />
      )}
    </SectionFrame>
  )
}
