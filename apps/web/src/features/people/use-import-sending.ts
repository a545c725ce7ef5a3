import { useRef, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { ApiProblem, type RowFault } from '../../api/problem.ts'
import { createPortionKeys, type Portion, portionsOf, sendPortions } from './portions.ts'
import { type ImportRow, usersOf } from './user-import.ts'
import { useUserActions } from './user-queries.ts'

export type SendingPhase = 'edit' | 'checking' | 'sending' | 'stopping' | 'done'

const identityOf = ({ values: { userName, email } }: ImportRow): string => JSON.stringify([userName, email])
const makeKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

export const useImportSending = () => {
  const { extensions } = useApi()
  const actions = useUserActions()
  const [phase, setPhase] = useState<SendingPhase>('edit')
  const [done, setDone] = useState<readonly ImportRow[]>([])
  const [error, setError] = useState<unknown>(null)
  const [refused, setRefused] = useState<readonly RowFault[]>([])
  const [keyOf] = useState(() => createPortionKeys(makeKey))
  const stopped = useRef(false)

  const forget = (): void => {
    setError(null)
    setRefused([])
  }
  const restOf = (rows: readonly ImportRow[]): ImportRow[] => {
    const made = new Set(done.map(identityOf))
    return rows.filter((row) => !made.has(identityOf(row)))
  }

  const send = async (rows: readonly ImportRow[]): Promise<boolean> => {
    forget()
    stopped.current = false
    setPhase('checking')
    let sending: readonly number[] = rows.map((_, index) => index)
    const rowsIn = ({ indexes }: Portion): ImportRow[] => indexes.flatMap((index) => rows[index] ?? [])
    try {
      const users = usersOf(rows)
      if (extensions.supported) await actions.tryAll(users)
      setPhase((now) => (now === 'checking' ? 'sending' : now))
      await sendPortions(portionsOf(users), {
        keyOf,
        isStopped: () => stopped.current,
        send: async (portion, key) => {
          sending = portion.indexes
          await actions.create(portion.users, extensions.supported ? key : undefined)
        },
        onDone: (portion) => setDone((now) => [...now, ...rowsIn(portion)]),
      })
      setPhase(stopped.current ? 'edit' : 'done')
      return !stopped.current
    } catch (problem) {
      setError(problem)
      // The server counts the rows of the request, not those of the table.
      const found = refusedRows(problem).flatMap((one) => {
        const row = rows[sending[one.row] ?? -1]
        return row === undefined ? [] : [{ ...one, row: row.at }]
      })
      setRefused(found)
      setPhase('edit')
      return false
    } finally {
      await actions.refresh()
    }
  }
  return {
    phase,
    done,
    error,
    refused,
    forget,
    restOf,
    send,
    stop: (): void => {
      stopped.current = true
      setPhase('stopping')
    },
  }
}

// Older servers name only the first one.
const refusedRows = (error: unknown): readonly RowFault[] => {
  if (!(error instanceof ApiProblem)) return []
  if (error.rows.length > 0) return error.rows
  return error.row === null ? [] : [{ row: error.row, title: error.message }]
}
