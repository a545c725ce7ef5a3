import type { FlagInfo } from '@pennant/contract/challenge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { RunState } from '../../../kit/run-state.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { Announced } from '../../../ui/announced.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { columnsOf } from './flag-columns.tsx'
import classes from './flags.module.css'
import { Section } from './section.tsx'

type Props = {
  flags: readonly FlagInfo[]
  attached: boolean
  enabled: boolean
  onRemove: (flag: FlagInfo) => Promise<void>
  onDone: () => Promise<void>
}

const most = 100
const manyRows = 200

export const FlagListSection = ({ flags, attached, enabled, onRemove, onDone }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const toasts = useToasts()
  const { get, set } = useAddress()
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [doomed, setDoomed] = useState<readonly FlagInfo[]>([])
  const { run, start, stop, forget } = useRunAll<FlagInfo>()
  const search = get('q').toLocaleLowerCase()
  const shown = flags.filter(({ flag }) => flag.toLocaleLowerCase().includes(search))
  const picked = flags.filter(({ id }) => chosen.has(id))

  const remove = async (some: readonly FlagInfo[]): Promise<void> => {
    setDoomed([])
    const failures = await start(some, onRemove)
    await onDone()
    setChosen(new Set(failures.map(({ item }) => item.id)))
    const count = some.length - failures.length
    if (count > 0) toasts.show({ tone: 'good', title: t('flags.removed', { count }) })
  }

  return (
    <Section title={t('flags.list', { count: flags.length })}>
      <RunState run={run} nameOf={({ flag }) => flag} onStop={stop} onForget={forget} />
      {flags.length === 0 ? (
        <EmptyState title={t('flags.none')} text={t('flags.noneText')} />
      ) : (
        <>
          <div className={classes.tools}>
            <SearchBox
              label={t('flags.search')}
              clear={p('common.clear')}
              value={get('q')}
              onChange={(text) => set({ q: text })}
            />
            <span className={classes.dim}>
              <Announced text={staff('shownOf', { shown: shown.length, total: flags.length })} />
            </span>
          </div>
          {shown.length === 0 ? (
            <EmptyState icon="search" title={staff('noneFound')} />
          ) : (
            <DataTable
              label={t('flags.title')}
              columns={columnsOf({ attached, onRemove: (flag) => setDoomed([flag]) }, t, staff('actions'))}
              rows={shown}
              keyOf={({ id }): RowKey => id}
              virtual={shown.length > manyRows}
              selection={{
                chosen,
                onChange: setChosen,
                all: staff('chooseAll'),
                one: ({ flag }) => staff('chooseOne', { name: flag }),
              }}
            />
          )}
        </>
      )}
      {picked.length > 0 && (
        <BulkBar
          text={staff('chosen', { count: picked.length })}
          clear={staff('chooseNone')}
          onClear={() => setChosen(new Set())}
        >
          <CopyText text={picked.map(({ flag }) => flag).join('\n')} label={t('flags.copySome')} />
          <Button
            size="small"
            kind="danger"
            disabled={run?.running === true}
            onClick={() => setDoomed(picked)}
          >
            {staff('delete')}
          </Button>
        </BulkBar>
      )}
      {doomed.length > 0 && (
        <ConfirmDialog
          danger
          title={t('flags.removeTitle', { count: doomed.length })}
          confirm={staff('delete')}
          decline={staff('cancel')}
          onConfirm={() => void remove(doomed)}
          onDecline={() => setDoomed([])}
        >
          <ul className={classes.names}>
            {doomed.slice(0, most).map(({ id, flag }) => (
              <li key={id}>{flag}</li>
            ))}
            {doomed.length > most && <li>{t('flags.more', { count: doomed.length - most })}</li>}
          </ul>
          <p>
            {t('flags.removeText')} {staff('cannotUndo')}
          </p>
          {enabled && doomed.length === flags.length && <p>{t('flags.removeLast')}</p>}
        </ConfirmDialog>
      )}
    </Section>
  )
}
