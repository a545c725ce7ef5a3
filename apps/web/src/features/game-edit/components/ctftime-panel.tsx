import type { GameInfo } from '@pennant/contract/game'
import { isSecret } from '@pennant/rules/game/visibility'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/panel.tsx'
import { CopyValue } from './game-keys.tsx'
import classes from './game-keys.module.css'

const formPage = 'https://ctftime.org/json-scoreboard-feed'

export const CtftimePanel = ({ game }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const feed = `${location.origin}/api/game/${game.id}/ctftime`
  return (
    <Panel labelledBy="ctftime">
      <h2 id="ctftime">{t('ctftime.title')}</h2>
      <p className={classes.lead}>{t('ctftime.lead')}</p>
      {isSecret(game) && <p className={classes.lead}>{t('ctftime.hidden')}</p>}
      <dl className={classes.keys}>
        <dt>{t('ctftime.minimal')}</dt>
        <dd>
          <CopyValue text={`${feed}?form=minimal`} copy={t('ctftime.copyMinimal')} />
          <p className={classes.hint}>{t('ctftime.minimalHint')}</p>
        </dd>
        <dt>{t('ctftime.full')}</dt>
        <dd>
          <CopyValue text={feed} copy={t('ctftime.copyFull')} />
          <p className={classes.hint}>{t('ctftime.fullHint')}</p>
        </dd>
      </dl>
      <p className={classes.lead}>
        {t('ctftime.results')}{' '}
        <a href={formPage} target="_blank" rel="noopener noreferrer">
          {t('ctftime.form')}
        </a>
      </p>
    </Panel>
  )
}
