import type { Remark } from '@pennant/contract/container'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout.tsx'

type Props = { remarks: readonly Remark[]; port: number | null }

export const TestRemarks = ({ remarks, port }: Props) => {
  const { t } = useTranslation('organise')
  const setting = t('challenge.field.allowUserChange')
  const textOf = ({ code, values }: Remark): string => {
    const key = code === 'NotListening' && values.length > 0 ? 'OtherPort' : code
    return t(`challenge.remark.${key}`, { values: values.join(', '), port, setting })
  }
  return (
    <Callout tone="caution" title={t('challenge.remarks')}>
      {remarks.map((remark) => (
        <p key={remark.code}>{textOf(remark)}</p>
      ))}
    </Callout>
  )
}
