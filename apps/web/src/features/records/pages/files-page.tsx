import type { StoredFile } from '@pennant/contract/file'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ListPager, pageIn } from '../../../kit/list-pager.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { useDebounced } from '../../../kit/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import { Holders } from '../components/holders.tsx'
import { UploadDialog } from '../components/upload-dialog.tsx'
import { useFileColumns } from '../components/use-file-columns.tsx'
import { filesPerPage, filesQuery, useFileActions } from '../file-queries.ts'

export const FilesPage = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const address = useAddress()
  const search = address.get('q')
  const files = useQuery(filesQuery(api, { search: useDebounced(search), page: pageIn(address) }))
  const actions = useFileActions()
  const { act, isPending } = useAct()
  const [asked, setAsked] = useState<StoredFile | null>(null)
  const [uploads, setUploads] = useState(false)
  const columns = useFileColumns(setAsked)
  const known = files.data?.data ?? []

  const giveUp = async (file: StoredFile): Promise<void> => {
    await act(
      'delete',
      async () => {
        await actions.giveUp(file.hash)
        await actions.refresh()
      },
      t('files.deleted'),
    )
    setAsked(null)
  }
  return (
    <>
      <PageHead
        title={staff('admin.files')}
        actions={
          <Button kind="primary" icon={<Icon name="upload" />} onClick={() => setUploads(true)}>
            {t('files.upload')}
          </Button>
        }
      />
      <ToolBar label={staff('admin.files')}>
        {api.extensions.supported && (
          <SearchBox
            label={t('files.search')}
            clear={t('clear')}
            value={search}
            onChange={(q) => address.set({ q, page: null })}
          />
        )}
        <ListPager
          address={address}
          size={filesPerPage}
          shown={known.length}
          total={files.data?.total ?? known.length}
        />
      </ToolBar>
      <Loaded query={files} failed={t('files.failed')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="book" title={search === '' ? t('files.none') : staff('noneFound')}>
              {search !== '' && (
                <Button onClick={() => address.set({ q: null, page: null })}>{staff('clearFilters')}</Button>
              )}
            </EmptyState>
          ) : (
            <DataTable
              fitting
              label={staff('admin.files')}
              columns={columns}
              rows={data}
              keyOf={({ hash, name }) => `${hash} ${name}`}
              toneOf={({ references }) => (references === 0 ? 'dim' : undefined)}
            />
          )
        }
      </Loaded>
      {asked !== null && (
        <ConfirmDialog
          danger
          title={t('files.deleteTitle', { name: asked.name })}
          confirm={staff('delete')}
          decline={staff('cancel')}
          pending={isPending('delete')}
          onConfirm={() => void giveUp(asked)}
          onDecline={() => setAsked(null)}
        >
          <p>{t('files.deleteText')}</p>
          {asked.holders !== undefined && asked.holders.length > 0 && (
            <>
              <p>{t('files.deleteHeld')}</p>
              <Holders holders={asked.holders} />
            </>
          )}
        </ConfirmDialog>
      )}
      {uploads && <UploadDialog onClose={() => setUploads(false)} />}
    </>
  )
}
