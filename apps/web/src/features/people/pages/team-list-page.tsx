import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ListPager, pageIn } from '../../../kit/list-pager.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Column, RowKey } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import classes from '../components/people.module.css'
import { TeamBulk } from '../components/team-bulk.tsx'
import { TeamSheet } from '../components/team-sheet.tsx'
import { TokenCheck } from '../components/token-check.tsx'
import { adminTeamQuery, adminTeamsQuery, teamsPerPage, useTeamAdministration } from '../team-queries.ts'
import { Name } from '../../../ui/name.tsx'

const membersShown = 8

export const TeamListPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const address = useAddress()
  const state = address.get('state')
  const search = address.get('q')
  const locked = state === 'locked' ? true : state === 'open' ? false : null
  const teams = useQuery(
    adminTeamsQuery(api, { search: useDebounced(search), locked, page: pageIn(address) }),
  )
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [checks, setChecks] = useState(false)
  const show = (id: number | null): void => address.set({ team: id }, id !== null)
  const set = (changes: Record<string, string>): void => address.set({ ...changes, page: null })
  const columns = useTeamColumns(({ id }) => show(id))
  const known = teams.data?.data ?? []
  const wanted = address.get('team')
  const listed = known.find(({ id }) => String(id) === wanted)
  const alone = useQuery({
    ...adminTeamQuery(api, wanted),
    enabled: wanted !== '' && teams.isSuccess && listed === undefined,
  })
  const shown = listed ?? (wanted === '' ? null : alone.data)
  const filtered = search !== '' || locked !== null

  return (
    <>
      <PageHead
        title={staff('admin.teams')}
        actions={
          <Button icon={<Icon name="key" />} onClick={() => setChecks(true)}>
            {t('teams.check')}
          </Button>
        }
      />
      <ToolBar label={staff('admin.teams')}>
        <SearchBox label={t('teams.search')} clear={t('clear')} value={search} onChange={(q) => set({ q })} />
        {api.extensions.supported && (
          <SelectField<'' | 'locked' | 'open'>
            compact
            optional
            name="state"
            label={t('teams.locked')}
            value={locked === null ? '' : locked ? 'locked' : 'open'}
            options={[
              { value: '', label: t('teams.any') },
              { value: 'locked', label: t('teams.locked') },
              { value: 'open', label: t('teams.open') },
            ]}
            onChange={(value) => set({ state: value })}
          />
        )}
        <ListPager
          address={address}
          size={teamsPerPage}
          shown={known.length}
          total={teams.data?.total ?? known.length}
        />
      </ToolBar>
      <Loaded query={teams} failed={t('teams.failed')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="users" title={filtered ? staff('noneFound') : t('teams.none')}>
              {filtered && <Button onClick={() => set({ q: '', state: '' })}>{staff('clearFilters')}</Button>}
            </EmptyState>
          ) : (
            <DataTable
              fitting
              label={staff('admin.teams')}
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              selection={{
                chosen,
                onChange: setChosen,
                all: staff('chooseAll'),
                one: ({ name }) => staff('chooseOne', { name }),
              }}
              onOpen={({ id }) => show(id)}
            />
          )
        }
      </Loaded>
      <TeamBulk teams={known.filter(({ id }) => chosen.has(id))} onClear={() => setChosen(new Set())} />
      {shown != null && <TeamSheet key={shown.id} team={shown} onClose={() => show(null)} />}
      {checks && <TokenCheck onClose={() => setChecks(false)} />}
    </>
  )
}

const useTeamColumns = (onOpen: (team: TeamInfo) => void): Column<TeamInfo>[] => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const actions = useTeamAdministration()
  const { act, isPending } = useAct()
  const lock = (team: TeamInfo, on: boolean): Promise<boolean> =>
    act(String(team.id), async () => {
      await actions.change(team.id, { locked: on })
      await actions.refresh()
    })
  return [
    { id: 'id', header: t('teams.id'), width: '4.5rem', align: 'end', cell: ({ id }) => id },
    {
      id: 'name',
      header: field('teamName'),
      width: 'minmax(12rem, 1.2fr)',
      narrow: 'title',
      cell: (team) => (
        <span className={classes.person}>
          <Avatar name={team.name} url={team.avatar} size={28} />
          <button type="button" className={classes.link} onClick={() => onOpen(team)}>
            <Name>{team.name}</Name>
          </button>
        </span>
      ),
    },
    {
      id: 'locked',
      header: t('teams.locked'),
      width: '7.5rem',
      cell: (team) => (
        <Switch
          label={t('teams.lockOf', { name: team.name })}
          on={team.locked}
          pending={isPending(String(team.id))}
          onChange={(on) => void lock(team, on)}
        />
      ),
    },
    {
      id: 'members',
      header: t('teams.members'),
      width: 'minmax(14rem, 2fr)',
      cell: ({ members = [] }) => (
        <>
          {members.slice(0, membersShown).map(({ id, userName, captain }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/admin/users?q=${encodeURIComponent(userName)}`}>
                <Name>{userName}</Name>
              </Link>
              {captain && ' '}
              {captain && <span className={classes.whole}>({t('teams.captain')})</span>}
            </span>
          ))}
          {members.length > membersShown && ` +${members.length - membersShown}`}
          {members.length === 0 && '–'}
        </>
      ),
    },
    { id: 'bio', header: t('teams.bio'), width: 'minmax(8rem, 1.2fr)', cell: ({ bio }) => bio ?? '–' },
  ]
}
