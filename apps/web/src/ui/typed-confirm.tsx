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
  const isTyped = typed.trim() === word.trim()
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
