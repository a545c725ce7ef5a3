import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { gameQuery } from '../../../api/queries/game.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ReturnToGame } from '../address.ts'

export const BackToGame = ({ back: { game, path } }: { back: ReturnToGame }) => {
  const { t } = useTranslation('team')
  const { data } = useQuery(gameQuery(useApi(), game))
  if (data === undefined) return null
  return (
    <Callout tone="neutral" title={t('team.goOn', { game: data.title })}>
      <LinkButton size="small" to={path} icon={<Icon name="left" size={14} />}>
        {t('team.backTo', { game: data.title })}
      </LinkButton>
    </Callout>
  )
}
