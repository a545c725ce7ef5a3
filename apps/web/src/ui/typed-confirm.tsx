import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { TextField } from './fields.tsx'

type Props = {
  title: string
  confirm: string
  decline: string
  word: string
  label: string
  pending?: boolean
  onConfirm: () => void
  onDecline: () => void
  children: ReactNode
}

export const TypedConfirm = ({ word, label, children, ...dialog }: Props) => {
  const [typed, setTyped] = useState('')
  // A copied name may bring along the characters that isolate it.
  const isTyped = typed.replaceAll(/[\u2068\u2069]/g, '').trim() === word.trim()
  return (
    <ConfirmDialog {...dialog} danger disabled={!isTyped}>
      {children}
      <form
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          if (isTyped && dialog.pending !== true) dialog.onConfirm()
        }}
      >
        <TextField name="word" label={label} value={typed} onChange={setTyped} />
      </form>
    </ConfirmDialog>
  )
}
