import type { Decision, ParticipationInfo } from '@pennant/contract/participation'
import { decisionsFrom } from '@pennant/rules/participation/decision'
import { useTranslation } from 'react-i18next'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { DivisionField } from './division-field.tsx'

type Props = {
  chosen: readonly ParticipationInfo[]
  divisions: ReadonlyMap<number, string>
  busy: boolean
  onDecide: (decision: Decision) => void
  onDivision: (division: number | null) => void
  onClear: () => void
}

const offered = ['Accepted', 'Rejected', 'Suspended', 'Pending'] as const satisfies Decision[]

export const DecisionBar = ({ chosen, divisions, busy, onDecide, onDivision, onClear }: Props) => {
  const { t } = useTranslation('staff')
  const able = (decision: Decision): number =>
    chosen.filter(({ status }) => decisionsFrom(status).includes(decision)).length
  return (
    <BulkBar text={t('chosen', { count: chosen.length })} clear={t('chooseNone')} onClear={onClear}>
      {offered
        .filter((decision) => able(decision) > 0)
        .map((decision) => (
          <Button
            key={decision}
            size="small"
            kind={decision === 'Accepted' ? 'primary' : 'quiet'}
            pending={busy}
            onClick={() => onDecide(decision)}
          >
            {`${t(`decision.to.${decision}`)} (${able(decision)})`}
          </Button>
        ))}
      {divisions.size > 0 && <DivisionField divisions={divisions} busy={busy} onChoose={onDivision} />}
    </BulkBar>
  )
}
