import { type Role, roleNames } from '@pennant/contract/enums'
import { type UserInfo, type UserOrder, userOrders } from '@pennant/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProfile } from '../../../api/queries/session.ts'
import { ListPager, pageIn } from '../../../kit/list-pager.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { type Address, useAddress } from '../../../kit/use-address.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import { ImportUsers } from '../components/import-users.tsx'
import { NewUserDialog } from '../components/new-user-dialog.tsx'
import { useUserColumns } from '../components/use-user-columns.tsx'
import { UserBulk } from '../components/user-bulk.tsx'
import { UserSheet } from '../components/user-sheet.tsx'
import { type UserFilter, userQuery, usersPerPage, usersQuery } from '../user-queries.ts'

export const UsersPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const profile = useProfile()
  const address = useAddress()
  const filter = filterIn(address)
  const users = useQuery(usersQuery(api, { ...filter, search: useDebounced(filter.search) }))
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [open, setOpen] = useState<'new' | 'import' | null>(null)
  const show = (id: string | null): void => address.set({ user: id }, id !== null)
  const columns = useUserColumns({ own: profile?.userId ?? null, onOpen: ({ id }) => show(id) })
  const known = users.data?.data ?? []
  const wanted = address.get('user')
  const listed = known.find(({ id }) => id === wanted)
  const alone = useQuery({
    ...userQuery(api, wanted),
    enabled: wanted !== '' && users.isSuccess && listed === undefined,
  })
  const shown = listed ?? (wanted === '' ? null : alone.data)
  const filtered = filter.search !== '' || filter.role !== null || filter.confirmed !== null
  const set = (changes: Record<string, string>): void => address.set({ ...changes, page: null })

  return (
    <>
      <PageHead
        title={staff('admin.users')}
        actions={
          <>
            <Button icon={<Icon name="upload" />} onClick={() => setOpen('import')}>
              {t('users.import')}
            </Button>
            <Button kind="primary" icon={<Icon name="plus" />} onClick={() => setOpen('new')}>
              {t('users.new')}
            </Button>
          </>
        }
      />
      <ToolBar label={staff('admin.users')}>
        <SearchBox
          label={t('users.search')}
          clear={t('clear')}
          value={filter.search}
          onChange={(q) => set({ q })}
        />
        {api.extensions.supported && <Filters filter={filter} onChange={set} />}
        <ListPager
          address={address}
          size={usersPerPage}
          shown={known.length}
          total={users.data?.total ?? known.length}
        />
      </ToolBar>
      <Loaded query={users} failed={t('users.failed')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="users" title={filtered ? staff('noneFound') : t('users.none')}>
              {filtered && (
                <Button onClick={() => set({ q: '', role: '', state: '' })}>{staff('clearFilters')}</Button>
              )}
            </EmptyState>
          ) : (
            <DataTable
              fitting
              label={staff('admin.users')}
              columns={columns}
              sortLabel={staff('sortBy')}
              rows={data}
              keyOf={({ id }) => id}
              {...(api.extensions.supported
                ? {
                    sort: filter.sort === null ? null : { by: filter.sort, descending: filter.descending },
                    onSort: ({ by, descending }: { by: string; descending: boolean }) =>
                      address.set({ sort: by, down: descending, page: null }),
                  }
                : {})}
              selection={{
                chosen,
                onChange: setChosen,
                all: staff('chooseAll'),
                one: ({ userName }) => staff('chooseOne', { name: userName }),
              }}
              toneOf={toneOf}
              onOpen={({ id }) => show(id)}
            />
          )
        }
      </Loaded>
      <UserBulk
        users={known.filter(({ id }) => chosen.has(id))}
        own={profile?.userId ?? null}
        onClear={() => setChosen(new Set())}
      />
      {shown != null && (
        <UserSheet
          key={shown.id}
          user={shown}
          isOwn={shown.id === profile?.userId}
          onClose={() => show(null)}
        />
      )}
      {open === 'new' && <NewUserDialog onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportUsers onClose={() => setOpen(null)} />}
    </>
  )
}

type FiltersProps = { filter: UserFilter; onChange: (changes: Record<string, string>) => void }

const Filters = ({ filter, onChange }: FiltersProps) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  return (
    <>
      <SelectField<Role | ''>
        compact
        optional
        name="role"
        label={field('role')}
        value={filter.role ?? ''}
        options={[
          { value: '', label: t('users.allRoles') },
          ...roleNames.map((role) => ({ value: role, label: t(`role.${role}`) })),
        ]}
        onChange={(role) => onChange({ role })}
      />
      <SelectField<'' | 'active' | 'waiting'>
        compact
        optional
        name="state"
        label={field('status')}
        value={filter.confirmed === null ? '' : filter.confirmed ? 'active' : 'waiting'}
        options={[
          { value: '', label: t('users.allStates') },
          { value: 'active', label: t('users.active') },
          { value: 'waiting', label: t('users.waiting') },
        ]}
        onChange={(state) => onChange({ state })}
      />
    </>
  )
}

const toneOf = ({ role, emailConfirmed }: UserInfo): 'danger' | 'dim' | undefined =>
  role === 'Banned' ? 'danger' : emailConfirmed ? undefined : 'dim'

const filterIn = (address: Address): UserFilter => {
  const state = address.get('state')
  const sort = address.get('sort')
  return {
    search: address.get('q'),
    role: roleNames.find((role) => role === address.get('role')) ?? null,
    confirmed: state === 'active' ? true : state === 'waiting' ? false : null,
    sort: isOrder(sort) ? sort : null,
    descending: address.get('down') === 'true',
    page: pageIn(address),
  }
}

const isOrder = (name: string): name is UserOrder => Object.hasOwn(userOrders, name)
