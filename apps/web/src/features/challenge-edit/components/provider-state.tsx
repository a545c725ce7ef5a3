import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Callout } from '../../../ui/callout.tsx'
import { providerStateQuery } from '../queries.ts'

const setting = 'containerProvider.type'

/** Warns before the first player asks for an instance. */
export const ProviderState = () => {
  const { t } = useTranslation('organise')
  const { data } = useQuery(providerStateQuery(useApi()))
  if (data === undefined || data.working) return null
  return data.kind === 'none' ? (
    <Callout tone="caution" title={t('challenge.noProvider')}>
      <p>{t('challenge.noProviderText', { setting })}</p>
    </Callout>
  ) : (
    <Callout tone="caution" title={t('challenge.providerFails')}>
      {data.message !== null && <p>{data.message}</p>}
    </Callout>
  )
}
