import { limits } from '@pennant/contract/limit'
import { identityKey } from '@pennant/rules/account/identity'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { formatCsv } from '../../../kit/csv.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { randomBelow } from '../../../kit/random-text.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useImportSending } from '../use-import-sending.ts'
import { type ImportTable, passwordFrom, readImport } from '../user-import.ts'
import { allUsersQuery } from '../user-queries.ts'
import { ImportPreview } from './import-preview.tsx'
import classes from './people.module.css'

const sampleHead = 'userName,email,realName,teamName'

export const ImportUsers = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const problemText = useProblemText()
  const toasts = useToasts()
  const [text, setText] = useState('')
  const [table, setTable] = useState<ImportTable | null>(null)
  const sending = useImportSending()
  const { phase, done, error, refused } = sending
  const saved = useRef(0)
  const [leaves, setLeaves] = useState(false)
  const everybody = useQuery({ ...allUsersQuery(useApi()), enabled: table !== null && phase === 'edit' })
  const known = useMemo(
    () =>
      new Set((everybody.data ?? []).flatMap((one) => [identityKey(one.userName), identityKey(one.email)])),
    [everybody.data],
  )

  const read = async (source: string): Promise<void> => {
    setText(source)
    sending.forget()
    if (source.trim() === '') return setTable(null)
    const { default: Papa } = await import('papaparse')
    const { data } = Papa.parse<string[]>(source.replace(/^\uFEFF/, '').trim(), { skipEmptyLines: 'greedy' })
    setTable(readImport(data, () => passwordFrom(randomBelow)))
  }
  const send = async (): Promise<void> => {
    if (await sending.send(rows))
      toasts.show({ tone: 'good', title: t('users.imported', { count: all.length }) })
  }
  const savePasswords = async (): Promise<void> => {
    const cells = withPassword.map(({ values: { userName, email, password } }) => [userName, email, password])
    const file = await formatCsv(['userName', 'email', 'password'], cells)
    saved.current = withPassword.length
    saveFile(file, 'passwords.csv')
  }

  const all = table?.rows ?? []
  const rows = sending.restOf(all)
  const withPassword = done.filter((row) => row.passwordGenerated)
  const isBusy = phase === 'checking' || phase === 'sending' || phase === 'stopping'
  const faulty = rows.filter(({ faults }) => Object.keys(faults).length > 0).length
  const ready =
    table !== null &&
    table.missing.length === 0 &&
    rows.length > 0 &&
    faulty === 0 &&
    rows.length <= limits.batchUsers
  // Passwords can't be looked up again, so no key closes it; nor during the import.
  const close = (): void => {
    if (isBusy) return
    if (withPassword.length > saved.current) setLeaves(true)
    else onClose()
  }

  return (
    <Dialog
      size="wide"
      title={t('users.import')}
      close={staff('close')}
      firm={phase !== 'edit' || done.length > 0}
      onClose={close}
      actions={
        <>
          {withPassword.length > 0 && !isBusy && (
            <Button kind={phase === 'done' ? 'primary' : 'quiet'} onClick={() => void savePasswords()}>
              {t('users.savePasswords')}
            </Button>
          )}
          {isBusy ? (
            <Button disabled={phase !== 'sending'} onClick={sending.stop}>
              {t('users.stop')}
            </Button>
          ) : (
            <Button onClick={close}>
              {phase === 'done' || done.length > 0 ? staff('close') : staff('cancel')}
            </Button>
          )}
          {phase !== 'done' && (
            <Button kind="primary" disabled={!ready} pending={isBusy} onClick={() => void send()}>
              {t('users.create', { count: rows.length })}
            </Button>
          )}
        </>
      }
    >
      {phase === 'done' ? (
        <Callout tone="good" title={t('users.imported', { count: done.length })}>
          {withPassword.length > 0 && <p>{t('users.passwordsOnce', { count: withPassword.length })}</p>}
        </Callout>
      ) : (
        <div className={classes.stack}>
          {isBusy && (
            <>
              <p>
                <Announced
                  fromStart
                  text={
                    phase === 'checking'
                      ? t('users.checking', { count: all.length })
                      : t('users.createdOf', { done: done.length, total: done.length + rows.length })
                  }
                />
              </p>
              <ProgressBar
                label={t('users.import')}
                share={phase === 'checking' ? null : done.length / Math.max(1, done.length + rows.length)}
              />
            </>
          )}
          {!isBusy && done.length > 0 && (
            <Callout
              tone="caution"
              title={t('users.createdOf', { done: done.length, total: done.length + rows.length })}
            >
              <p>{t('users.resume')}</p>
            </Callout>
          )}
          {table === null && (
            <>
              <p>{t('users.importLead')}</p>
              <FileDrop
                label={t('users.chooseCsv')}
                hint={t('users.dropCsv')}
                accept=".csv,.tsv,.txt,text/csv,text/plain"
                onFiles={([file]) => void file?.text().then(read)}
              />
            </>
          )}
          <TextArea
            optional
            name="table"
            label={t('users.paste')}
            rows={4}
            placeholder={sampleHead}
            disabled={isBusy}
            value={text}
            onChange={(value) => void read(value)}
          />
          {error !== null && refused.length === 0 && (
            <Callout tone="danger" title={problemText(error)} alert />
          )}
          {refused.length > 0 && (
            <Callout tone="danger" title={t('users.refused', { count: refused.length })} alert>
              <p>{t(done.length === 0 ? 'users.refusedText' : 'users.refusedRest')}</p>
            </Callout>
          )}
          {table !== null && (
            <>
              {table.missing.length > 0 && <Missing table={table} />}
              {table.unknown.length > 0 && (
                <Callout
                  tone="caution"
                  title={t('users.unknownColumns', { names: table.unknown.join(', ') })}
                />
              )}
              {rows.length > limits.batchUsers && (
                <Callout tone="danger" title={t('users.tooMany', { count: limits.batchUsers })} />
              )}
              {faulty > 0 && <Callout tone="danger" title={t('users.faulty', { count: faulty })} alert />}
              {everybody.isError && <Callout tone="caution" title={t('users.unchecked')} />}
              <ImportPreview table={{ ...table, rows }} known={known} refused={refused} />
            </>
          )}
        </div>
      )}
      {leaves && (
        <ConfirmDialog
          danger
          title={staff('leave.title')}
          confirm={staff('leave.go')}
          decline={staff('leave.stay')}
          onConfirm={onClose}
          onDecline={() => setLeaves(false)}
        >
          <p>{t('users.passwordsOnce', { count: withPassword.length })}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

const Missing = ({ table }: { table: ImportTable }) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const names = table.missing.map((column) => field(column)).join(', ')
  return <Callout tone="danger" title={t('users.missingColumns', { names })} alert />
}
