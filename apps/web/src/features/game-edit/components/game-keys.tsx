import classes from './game-keys.module.css'
import type { GameInfo } from '@pennant/contract/game'
import { defaultTeamText } from '@pennant/rules/team/team-token'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { hashSaltQuery } from '../queries.ts'
import { TeamTextDialog } from './team-text-dialog.tsx'
import { CopyText } from '../../../kit/copy-text.tsx'

export const GameKeys = ({ game }: { game: GameInfo }) => {
  const { id, publicKey, signedTeamText = defaultTeamText } = game
  const { t } = useTranslation('organise')
  const api = useApi()
  const salt = useQuery(hashSaltQuery(api, id))
  const [changing, setChanging] = useState(false)
  return (
    <dl className={classes.keys}>
      <dt>{t('overview.publicKey')}</dt>
      <dd>
        <CopyValue text={publicKey} copy={t('overview.copyPublicKey')} />
        <p className={classes.hint}>{t('overview.publicKeyHint')}</p>
      </dd>
      {api.extensions.supported && (
        <>
          <dt>{t('overview.signedText')}</dt>
          <dd>
            <CopyValue text={signedTeamText} copy={t('overview.copySignedText')} />
            <p className={classes.hint}>{t('overview.signedTextHint')}</p>
            <Button onClick={() => setChanging(true)}>{t('overview.changeSignedText')}</Button>
            {changing && <TeamTextDialog game={game} onClose={() => setChanging(false)} />}
          </dd>
        </>
      )}
      <dt>{t('overview.salt')}</dt>
      <dd>
        <Loaded query={salt} failed={t('overview.saltFailed')}>
          {(text) => <CopyValue text={text} copy={t('overview.copySalt')} />}
        </Loaded>
        <p className={classes.hint}>{t('overview.saltHint')}</p>
      </dd>
    </dl>
  )
}

export const CopyValue = ({ text, copy }: { text: string; copy: string }) => (
  <div className={classes.value}>
    <code>{text}</code>
    <CopyText text={text} label={copy} />
  </div>
)
