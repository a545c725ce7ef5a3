import type { GameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../api/loaded.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { hashSaltQuery } from '../queries.ts'
import classes from './game-keys.module.css'

/** What services outside need to tell the teams of this game. */
export const GameKeys = ({ game: { id, publicKey } }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const salt = useQuery(hashSaltQuery(useApi(), id))
  return (
    <dl className={classes.keys}>
      <dt>{t('overview.publicKey')}</dt>
      <dd>
        <Value text={publicKey} copy={t('overview.copyPublicKey')} />
        <p className={classes.hint}>{t('overview.publicKeyHint')}</p>
      </dd>
      <dt>{t('overview.salt')}</dt>
      <dd>
        <Loaded query={salt} failed={t('overview.saltFailed')}>
          {(text) => <Value text={text} copy={t('overview.copySalt')} />}
        </Loaded>
        <p className={classes.hint}>{t('overview.saltHint')}</p>
      </dd>
    </dl>
  )
}

const Value = ({ text, copy }: { text: string; copy: string }) => {
  const { t: p } = useTranslation('play')
  return (
    <div className={classes.value}>
      <code>{text}</code>
      <CopyButton text={text} words={{ copy, copied: p('common.copied'), failed: p('common.copyFailed') }} />
    </div>
  )
}
