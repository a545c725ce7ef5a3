import type { ContainerInstance } from '@pennant/contract/instance'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useClientConfig } from '../../../api/queries/client-config.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import { InstanceBulk } from '../components/instance-bulk.tsx'
import { LogDialog } from '../components/log-dialog.tsx'
import { ProviderState } from '../components/provider-state.tsx'
import { useInstanceColumns } from '../components/use-instance-columns.tsx'
import { instancesQuery, providerQuery } from '../queries.ts'
import { choicesOf, endsSoon, shownOf } from '../instance-list.ts'

const usualWindow = 10

export const InstancesPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: field } = useTranslation('field')
  const api = useApi()
  const address = useAddress()
  const instances = useQuery(instancesQuery(api))
  const provider = useQuery(providerQuery(api))
  const now = useMinute()
  const windowMinutes = useClientConfig()?.renewalWindow ?? usualWindow
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [logOf, setLogOf] = useState<ContainerInstance | null>(null)
  const columns = useInstanceColumns({ onLog: setLogOf })
  const sort = address.get('sort') === 'started' ? 'started' : 'stops'
  const filter = {
    team: address.get('team'),
    challenge: address.get('challenge'),
    sort,
    descending: address.get('down') === 'true',
  } as const
  const all = instances.data?.data ?? []
  const choices = choicesOf(all)
  const shown = shownOf(all, filter)

  return (
    <>
      <PageHead title={staff('admin.instances')} lead={t('instances.lead')} />
      {api.extensions.supported && (
        <Loaded query={provider} failed={t('instances.providerFailed')}>
          {(state) => <ProviderState provider={state} />}
        </Loaded>
      )}
      <ToolBar label={staff('admin.instances')}>
        <SelectField
          compact
          optional
          name="team"
          label={field('teamId')}
          value={filter.team}
          options={[{ value: '', label: t('instances.allTeams') }, ...choices.teams]}
          onChange={(team) => address.set({ team })}
        />
        <SelectField
          compact
          optional
          name="challenge"
          label={field('challengeId')}
          value={filter.challenge}
          options={[{ value: '', label: t('instances.allChallenges') }, ...choices.challenges]}
          onChange={(challenge) => address.set({ challenge })}
        />
        <span>
          <Announced text={staff('shownOf', { shown: shown.length, total: all.length })} />
        </span>
      </ToolBar>
      <Loaded query={instances} failed={t('instances.failed')}>
        {() =>
          shown.length === 0 ? (
            <EmptyState icon="plug" title={all.length === 0 ? t('instances.none') : staff('noneFound')}>
              {all.length > 0 && (
                <Button onClick={() => address.set({ team: null, challenge: null })}>
                  {staff('clearFilters')}
                </Button>
              )}
            </EmptyState>
          ) : (
            <DataTable
              fitting
              label={staff('admin.instances')}
              columns={columns}
              rows={shown}
              keyOf={({ containerGuid }) => containerGuid}
              sort={{ by: sort, descending: filter.descending }}
              onSort={({ by, descending }) => address.set({ sort: by, down: descending })}
              sortLabel={staff('sortBy')}
              selection={{
                chosen,
                onChange: setChosen,
                all: staff('chooseAll'),
                one: (row) => staff('chooseOne', { name: nameOf(row) }),
              }}
              toneOf={({ expectStopAt }) =>
                endsSoon(expectStopAt, now, windowMinutes) ? 'caution' : undefined
              }
              onOpen={setLogOf}
              virtual={shown.length > 200}
            />
          )
        }
      </Loaded>
      <InstanceBulk
        instances={shown.filter(({ containerGuid }) => chosen.has(containerGuid))}
        nameOf={nameOf}
        onClear={() => setChosen(new Set())}
      />
      {logOf !== null && (
        <LogDialog id={logOf.containerGuid} name={nameOf(logOf)} onClose={() => setLogOf(null)} />
      )}
    </>
  )
}

const nameOf = ({ team, challenge, image }: ContainerInstance): string =>
  [team?.name, challenge?.title ?? image].filter((one) => one !== undefined).join(' · ')
