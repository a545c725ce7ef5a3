import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChangeRow } from '../change-row.ts'
import { useActionText } from '../use-action-text.ts'
import classes from './change-text.module.css'
import { Name } from '../../../ui/name.tsx'

export const ChangeText = ({ row }: { row: ChangeRow }) => {
  const { t } = useTranslation('change')
  const actionText = useActionText()
  return (
    <div className={classes.text}>
      <span className={classes.action}>{actionText(row.action)}</span>
      <ChangeSubject row={row} />
      {row.reason !== null && <span className={classes.dim}>{t('because', { reason: row.reason })}</span>}
    </div>
  )
}

export const ChangeSubject = ({ row: { subject, name, gone } }: { row: ChangeRow }) => {
  const { t } = useTranslation('change')
  const { kind, id, to } = subject
  const numbered = kind !== null && /^\d+$/.test(id ?? '') ? `${t(`kind.${kind}`)} #${id}` : null
  const label = name ?? numbered ?? (kind === null ? null : t(`kind.${kind}`))
  if (label === null) return null
  return (
    <span>
      {to === null ? <Name>{label}</Name> : <Link to={to}>{label}</Link>}
      {gone === true && <span className={classes.dim}> {t('gone')}</span>}
    </span>
  )
}
