import type { DetailedGameInfo } from '@pennant/contract/game'
import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Callout } from '../../../ui/callout.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { joinAddress } from '../join-state.ts'
import { teammatesToShow } from '../teammates.ts'
import { joinCheckQuery } from '../participation-queries.ts'
import classes from './teammates-callout.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { game: DetailedGameInfo; teams: readonly TeamInfo[] }

export const TeammatesCallout = ({ game, teams }: Props) => {
  const { t } = useTranslation('play')
  const { data: check } = useQuery(joinCheckQuery(useApi(), game.id))
  const teammates =
    check === undefined ? null : teammatesToShow({ limit: game.limit, teamName: game.teamName, teams, check })
  if (teammates === null) return null
  const link = window.location.origin + joinAddress(game.id)
  return (
    <Callout tone="neutral" title={t('mates.title')}>
      <p>{t('mates.text', { team: teammates.team.name })}</p>
      <div className={classes.link}>
        <code className={classes.address}>{link}</code>
        <CopyButton
          text={link}
          labels={{ copy: t('mates.copy'), copied: t('common.copied'), failed: t('common.copyFailed') }}
        />
      </div>
      {teammates.names !== null && (
        <dl className={classes.names}>
          <Names label={t('mates.in')} names={teammates.names.joined} />
          <Names label={t('mates.out')} names={teammates.names.missing} />
        </dl>
      )}
    </Callout>
  )
}

const Names = ({ label, names }: { label: string; names: readonly string[] }) => (
  <div>
    <dt>{label}</dt>
    {names.map((name) => (
      <dd key={name}>
        <Name>{name}</Name>
      </dd>
    ))}
  </div>
)
