import { limits } from '@pennant/contract/limit'
import { identityKey } from '@pennant/rules/account/identity'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { writeCsv } from '../../../api/csv.ts'
import { save } from '../../../api/download.ts'
import { ApiProblem, type RowFault } from '../../../api/problem.ts'
import { useProblemText } from '../../../api/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { randomBelow } from '../random-below.ts'
import { type ImportTable, passwordFrom, readImport, usersOf } from '../user-import.ts'
import { everybodyQuery, useUserActions } from '../user-queries.ts'
import { ImportPreview } from './import-preview.tsx'
import classes from './people.module.css'

const sampleHead = 'userName,email,realName,teamName'

/** Many users out of a table: looked at as a whole before anything is sent, then created all or none. */
export const ImportUsers = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const { t: desk } = useTranslation('desk')
  const problemText = useProblemText()
  const toasts = useToasts()
  const actions = useUserActions()
  const [text, setText] = useState('')
  const [table, setTable] = useState<ImportTable | null>(null)
  const [phase, setPhase] = useState<'edit' | 'pending' | 'done'>('edit')
  const [error, setError] = useState<unknown>(null)
  const [saved, setSaved] = useState(false)
  const [leaves, setLeaves] = useState(false)
  const everybody = useQuery({ ...everybodyQuery(useApi()), enabled: table !== null && phase === 'edit' })
  const known = useMemo(
    () =>
      new Set((everybody.data ?? []).flatMap((one) => [identityKey(one.userName), identityKey(one.email)])),
    [everybody.data],
  )

  const read = async (source: string): Promise<void> => {
    setText(source)
    setError(null)
    if (source.trim() === '') return setTable(null)
    const { readCells } = await import('../read-cells.ts')
    setTable(readImport(readCells(source), () => passwordFrom(randomBelow)))
  }
  const send = async (rows: ImportTable['rows']): Promise<void> => {
    setPhase('pending')
    setError(null)
    try {
      await actions.create(usersOf(rows))
      await actions.refresh()
      setPhase('done')
      toasts.show({ tone: 'good', title: t('users.imported', { count: rows.length }) })
    } catch (problem) {
      setError(problem)
      setPhase('edit')
    }
  }
  const savePasswords = async (rows: ImportTable['rows']): Promise<void> => {
    const cells = rows.map(({ values: { userName, email, password } }) => [userName, email, password])
    save(await writeCsv(['userName', 'email', 'password'], cells), 'passwords.csv')
    setSaved(true)
  }

  const rows = table?.rows ?? []
  const made = rows.filter((row) => row.made)
  const faulty = rows.filter(({ faults }) => Object.keys(faults).length > 0).length
  const ready =
    table !== null &&
    table.missing.length === 0 &&
    rows.length > 0 &&
    faulty === 0 &&
    rows.length <= limits.batchUsers
  const refused = error === null ? [] : refusedRows(error, problemText(error))
  /** Nobody can look up a password again, so that it is not lost by a key; nor is it while it is on its way. */
  const close = (): void => {
    if (phase === 'pending') return
    if (phase === 'done' && made.length > 0 && !saved) setLeaves(true)
    else onClose()
  }

  return (
    <Dialog
      size="wide"
      title={t('users.import')}
      close={desk('close')}
      firm={phase !== 'edit'}
      onClose={close}
      actions={
        phase === 'done' ? (
          <>
            {made.length > 0 && (
              <Button kind="primary" onClick={() => void savePasswords(made)}>
                {t('users.savePasswords')}
              </Button>
            )}
            <Button onClick={close}>{desk('close')}</Button>
          </>
        ) : (
          <>
            <Button disabled={phase === 'pending'} onClick={onClose}>
              {desk('cancel')}
            </Button>
            <Button
              kind="primary"
              disabled={!ready}
              pending={phase === 'pending'}
              onClick={() => void send(rows)}
            >
              {t('users.create', { count: rows.length })}
            </Button>
          </>
        )
      }
    >
      {phase === 'done' ? (
        <Callout tone="good" title={t('users.imported', { count: rows.length })}>
          {made.length > 0 && <p>{t('users.passwordsOnce', { count: made.length })}</p>}
        </Callout>
      ) : (
        <div className={classes.stack}>
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
            value={text}
            onChange={(value) => void read(value)}
          />
          {error !== null && refused.length === 0 && (
            <Callout tone="danger" title={problemText(error)} alert />
          )}
          {refused.length > 0 && (
            <Callout tone="danger" title={t('users.refused', { count: refused.length })} alert>
              <p>{t('users.refusedText')}</p>
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
              <ImportPreview table={table} known={known} refused={refused} />
            </>
          )}
        </div>
      )}
      {leaves && (
        <ConfirmDialog
          danger
          title={desk('leave.title')}
          confirm={desk('leave.go')}
          decline={desk('leave.stay')}
          onConfirm={onClose}
          onDecline={() => setLeaves(false)}
        >
          <p>{t('users.passwordsOnce', { count: made.length })}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** What the server said of which rows; older servers name the first one only. */
const refusedRows = (error: unknown, text: string): readonly RowFault[] => {
  if (!(error instanceof ApiProblem)) return []
  if (error.rows.length > 0) return error.rows
  return error.row === null ? [] : [{ row: error.row, title: text }]
}

const Missing = ({ table }: { table: ImportTable }) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const names = table.missing.map((column) => field(column)).join(', ')
  return <Callout tone="danger" title={t('users.missingColumns', { names })} alert />
}
