import type { Provider } from '@pennant/contract/instance'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Facts } from '../../../ui/facts.tsx'

export const ProviderState = ({ provider }: { provider: Provider }) => {
  const { t } = useTranslation('admin')
  const { kind, working, message, queued, starting, limit } = provider
  const facts = (
    <Facts
      facts={[
        { name: t('instances.queued'), value: queued },
        { name: t('instances.starting'), value: starting },
        { name: t('instances.limit'), value: limit },
      ]}
    />
  )
  if (kind === 'none')
    return (
      <Callout tone="caution" title={t('instances.noProvider')}>
        <p>{t('instances.noProviderText')}</p>
      </Callout>
    )
  const name = kind === 'docker' ? 'Docker' : 'Kubernetes'
  if (working)
    return (
      <Callout tone={queued > 0 ? 'caution' : 'good'} title={t('instances.works', { name })}>
        {facts}
      </Callout>
    )
  return (
    <Callout tone="danger" title={t('instances.broken', { name })} alert>
      {message !== null && <p>{message}</p>}
      <p>{t(kind === 'docker' ? 'instances.dockerText' : 'instances.kubernetesText')}</p>
      {facts}
      <LinkButton size="small" to="/admin/status">
        {t('instances.toStatus')}
      </LinkButton>
    </Callout>
  )
}
