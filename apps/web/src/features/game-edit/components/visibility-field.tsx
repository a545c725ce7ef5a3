import type { GameInfo } from '@pennant/contract/game'
import { type Visibility, visibilityOf } from '@pennant/rules/game/visibility'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { VisibilityDialog } from './visibility-dialog.tsx'

const offered = ['listed', 'unlisted', 'hidden'] as const satisfies readonly Visibility[]

export const VisibilityField = ({ game }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const [wanted, setWanted] = useState<Visibility | null>(null)
  return (
    <>
      <ChoiceField
        label={t('info.visibility')}
        value={visibilityOf(game)}
        options={offered.map((value) => ({
          value,
          label: t(`visibility.${value}`),
          hint: t(`visibility.who.${value}`),
        }))}
        onChange={setWanted}
      />
      {wanted !== null && <VisibilityDialog game={game} to={wanted} onClose={() => setWanted(null)} />}
    </>
  )
}
