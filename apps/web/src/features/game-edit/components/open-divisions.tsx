import type { Division } from '@pennant/contract/division'
import type { GameInfo } from '@pennant/contract/game'
import { openDivisions } from '@pennant/rules/participation/division'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout.tsx'

export type Entry = Pick<GameInfo, 'inviteCode' | 'acceptWithoutReview'>

export const OpenDivisions = ({ entry, divisions }: { entry: Entry; divisions: readonly Division[] }) => {
  const { t } = useTranslation('organise')
  const open = openDivisions(entry, divisions)
  if (open.length === 0) return null
  return (
    <Callout tone="caution" title={t('info.openDivisions')}>
      <p>{open.map(({ name }) => name).join(', ')}</p>
    </Callout>
  )
}
