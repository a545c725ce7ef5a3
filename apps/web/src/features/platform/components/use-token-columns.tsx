import type { ApiToken } from '@pennant/contract/token'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../kit/use-now.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { stateOf } from '../token-use.ts'
import classes from './platform.module.css'

const tones = { active: 'good', revoked: 'danger', expired: 'neutral' } as const

type Options = {
  isPending: (id: string) => boolean
  onRestore: (token: ApiToken) => void
  onAsk: (token: ApiToken, deed: 'revoke' | 'remove') => void
}

export const useTokenColumns = ({ isPending, onRestore, onAsk }: Options): Column<ApiToken>[] => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const now = useMinute()
  return [
    {
      id: 'name',
      header: t('tokens.name'),
      width: 'minmax(10rem, 1.2fr)',
      narrow: 'title',
      cell: ({ name }) => name,
    },
    {
      id: 'state',
      header: t('tokens.state'),
      width: '8rem',
      cell: (token) => {
        const state = stateOf(token, now)
        return <Badge tone={tones[state]}>{t(`tokens.state.${state}`)}</Badge>
      },
    },
    {
      id: 'scopes',
      header: t('tokens.scopes'),
      width: 'minmax(10rem, 1fr)',
      cell: ({ scopes = [] }) =>
        scopes.length === 0
          ? t('tokens.hubOnly')
          : scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', '),
    },
    { id: 'creator', header: t('tokens.creator'), width: '9rem', cell: ({ creator }) => creator ?? '–' },
    {
      id: 'created',
      header: t('tokens.created'),
      width: '12rem',
      narrow: 'hidden',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'expires',
      header: t('tokens.expires'),
      width: '12rem',
      cell: ({ expiresAt }) => (expiresAt === null ? t('tokens.neverExpires') : <Moment at={expiresAt} />),
    },
    {
      id: 'used',
      header: t('tokens.used'),
      width: '12rem',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('tokens.neverUsed') : <Moment at={lastUsedAt} />),
    },
    {
      id: 'actions',
      header: staff('actions'),
      width: '14rem',
      narrow: 'plain',
      cell: (token) => (
        <span className={classes.buttons}>
          {token.isRevoked ? (
            <Button size="small" pending={isPending(token.id)} onClick={() => onRestore(token)}>
              {t('tokens.restore')}
            </Button>
          ) : (
            <Button size="small" onClick={() => onAsk(token, 'revoke')}>
              {t('tokens.revoke')}
            </Button>
          )}
          <Button size="small" onClick={() => onAsk(token, 'remove')}>
            {staff('delete')}
          </Button>
        </span>
      ),
    },
  ]
}
