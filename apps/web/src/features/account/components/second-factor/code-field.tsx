import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../../kit/use-form.ts'
import { TextField } from '../../../../ui/fields.tsx'

type Props = Field<string> & {
  hint: string
  /** Takes the focus when it appears. */
  focused?: boolean
}

/** Spaces and hyphens stay: the server reads codes with them, too. */
export const CodeField = ({ focused = false, ...field }: Props) => {
  const { t } = useTranslation('account')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) frame.current?.querySelector('input')?.focus()
  }, [focused])
  return (
    <div ref={frame}>
      <TextField {...field} mono label={t('factor.code')} autoComplete="one-time-code" maxLength={64} />
    </div>
  )
}
