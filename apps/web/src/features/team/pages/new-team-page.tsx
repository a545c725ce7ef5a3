import { limits } from '@pennant/contract/limit'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useProfile } from '../../../api/queries/session.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { sharePath, teamsPath } from '../address.ts'
import { leads, useTeamActions } from '../queries.ts'

const titleId = 'new-team'

export const NewTeamPage = () => {
  const { t } = useTranslation('team')
  const profile = useProfile()
  const { data: teams = [] } = useQuery(ownTeamsQuery(useApi()))
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { create } = useTeamActions()
  const from = search.get('from')
  const form = useForm({
    initial: { name: '' },
    most: { name: limits.teamName },
    check: ({ name }) => (name.trim() === '' ? { name: t('form.required') } : {}),
    async send({ name }) {
      const { id } = await create.mutateAsync(name)
      await navigate(sharePath(id, from), { replace: true })
    },
  })
  const led = teams.filter((team) => leads(team, profile?.userId ?? '')).length
  return (
    <NarrowPage fills titleId={titleId} title={t('newTeam.title')} lead={t('newTeam.lead')}>
      {led >= limits.captainOf ? (
        <Callout tone="caution" title={t('team.leadsEnough', { count: limits.captainOf })} />
      ) : (
        <Form labelledBy={titleId} {...form.frame}>
          <TextField
            {...form.field('name')}
            label={t('team.name')}
            hint={t('form.atMost', { count: limits.teamName })}
          />
          <p>
            {t('newTeam.invited')} <Link to={teamsPath({ from, join: true })}>{t('team.join')}</Link>
          </p>
          <Button kind="primary" submit pending={form.pending}>
            {t('team.create')}
          </Button>
        </Form>
      )}
    </NarrowPage>
  )
}
