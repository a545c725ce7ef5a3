import { logLevels } from '@pennant/contract/enums'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { formatCsv } from '../../../kit/csv.ts'
import { DateTimeField } from '../../../kit/date-time-field.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { type Address, useAddress } from '../../../kit/use-address.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useFileNotice } from '../../../kit/use-file-notice.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LiveChip } from '../../../ui/live-chip.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import classes from '../components/records.module.css'
import { useLogColumns } from '../components/use-log-columns.tsx'
import type { LogFilter } from '../log-filter.ts'
import { readAllLogs } from '../log-queries.ts'
import { useLogTail } from '../use-log-tail.ts'

const levelTones = { Warning: 'caution', Error: 'danger', Fatal: 'danger' } as const

export const LogsPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const address = useAddress()
  const filter = filterIn(address)
  const debounced: LogFilter = {
    ...filter,
    search: useDebounced(filter.search),
    user: useDebounced(filter.user),
    address: useDebounced(filter.address),
  }
  const tail = useLogTail(debounced)
  const columns = useLogColumns()
  const notice = useFileNotice()
  const [exporting, setExporting] = useState(false)
  const filtered = Object.values(filter).some((value) => value !== '' && value !== null)

  const exportCsv = async (): Promise<void> => {
    const file = 'log.csv'
    setExporting(true)
    await notice(file, async () => {
      const all = await readAllLogs(api, debounced, api.time.now(), new AbortController().signal)
      const cells = all.map(({ time, level, status, name, ip, msg }) => [
        new Date(time).toISOString(),
        level,
        status,
        name,
        ip,
        msg,
      ])
      saveFile(await formatCsv(['time', 'level', 'status', 'user', 'address', 'message'], cells), file)
      return file
    })
    setExporting(false)
  }

  return (
    <>
      <PageHead
        title={staff('admin.logs')}
        actions={
          <div className={classes.controls}>
            <LiveChip
              state={tail.state}
              label={tail.state === 'live' ? staff('live.on') : t(`logs.${tail.state}`)}
            />
            {tail.paused && <span>{staff('live.news', { count: tail.held })}</span>}
            <span>{t('logs.records', { count: tail.total })}</span>
            <Button onClick={() => tail.setPaused(!tail.paused)}>
              {tail.paused ? staff('live.resume') : staff('live.pause')}
            </Button>
            <Button icon={<Icon name="download" />} pending={exporting} onClick={() => void exportCsv()}>
              {staff('export.csv')}
            </Button>
          </div>
        }
      />
      <Filters address={address} filter={filter} />
      {tail.first !== undefined && (
        <Loaded query={tail.first} failed={t('logs.failed')}>
          {() =>
            tail.rows.length === 0 ? (
              <EmptyState icon="list" title={filtered ? staff('noneFound') : t('logs.none')}>
                {filtered && <Button onClick={() => address.set(nothing)}>{staff('clearFilters')}</Button>}
              </EmptyState>
            ) : (
              <DataTable
                fitting
                virtual
                label={staff('admin.logs')}
                columns={columns}
                rows={tail.rows}
                keyOf={({ key }) => key}
                toneOf={({ level }) => Object.entries(levelTones).find(([name]) => name === level)?.[1]}
                onRange={tail.onRange}
              />
            )
          }
        </Loaded>
      )}
    </>
  )
}

const nothing = { level: null, q: null, user: null, address: null, from: null, to: null }

const Filters = ({ address, filter }: { address: Address; filter: LogFilter }) => {
  const { supported } = useApi().extensions
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  return (
    <ToolBar label={staff('admin.logs')}>
      {supported && (
        <SearchBox
          label={t('logs.search')}
          clear={t('clear')}
          value={filter.search}
          onChange={(q) => address.set({ q })}
        />
      )}
      <SelectField
        compact
        optional
        name="level"
        label={t('logs.level')}
        value={filter.level}
        options={[
          { value: '', label: t('logs.allLevels') },
          ...logLevels.map((level) => ({ value: level, label: t(`logs.level.${level}`) })),
        ]}
        onChange={(level) => address.set({ level })}
      />
      {supported && <Narrower address={address} filter={filter} />}
    </ToolBar>
  )
}

// Servers without the extensions don't look at these.
const Narrower = ({ address, filter }: { address: Address; filter: LogFilter }) => {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.narrower}>
      <TextField
        compact
        optional
        name="user"
        label={t('logs.user')}
        placeholder={t('logs.user')}
        value={filter.user}
        onChange={(user) => address.set({ user })}
      />
      <TextField
        compact
        optional
        name="address"
        label={t('logs.address')}
        placeholder={t('logs.address')}
        value={filter.address}
        onChange={(ip) => address.set({ address: ip })}
      />
      <div className={classes.range}>
        <DateTimeField
          optional
          name="from"
          label={t('logs.from')}
          value={filter.from}
          onChange={(from) => address.set({ from })}
        />
        <DateTimeField
          optional
          name="to"
          label={t('logs.to')}
          value={filter.to}
          onChange={(to) => address.set({ to })}
        />
      </div>
    </div>
  )
}

const filterIn = (address: Address): LogFilter => {
  const time = (name: string): number | null => {
    const text = address.get(name)
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  }
  return {
    level: logLevels.find((level) => level === address.get('level')) ?? '',
    search: address.get('q'),
    user: address.get('user'),
    address: address.get('address'),
    from: time('from'),
    to: time('to'),
  }
}
