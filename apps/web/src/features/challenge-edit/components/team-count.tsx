import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { participationsQuery } from '../../../api/queries/participations.ts'
import { Callout } from '../../../ui/callout.tsx'

/** Every team needs a flag of its own. */
export const TeamCount = ({ game, flags }: { game: number; flags: number }) => {
  const { t } = useTranslation('organise')
  const { data } = useQuery(participationsQuery(useApi(), game))
  if (data === undefined) return null
  const teams = data.filter(({ status }) => status === 'Accepted' || status === 'Pending').length
  return (
    <Callout tone={flags < teams ? 'danger' : 'neutral'} title={t('flags.forTeams', { flags, teams })}>
      <p>{t(flags < teams ? 'flags.tooFew' : 'flags.spare')}</p>
    </Callout>
  )
}
