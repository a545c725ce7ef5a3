import type { ProfileUserInfo } from '@pennant/contract/account'
import { fewRecoveryCodes } from '@pennant/rules/account/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../../api/context.ts'
import { formatMoment } from '../../../../i18n/date.ts'
import { useLanguage } from '../../../../i18n/start.ts'
import { Loaded } from '../../../../kit/loaded.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Callout } from '../../../../ui/callout.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Row } from '../../../../ui/row.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { useToasts } from '../../../../ui/toast-store.ts'
import { secondFactorQuery, useSecondFactorActions } from '../../second-factor-queries.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'
import { SetUp } from './set-up.tsx'

type Props = { profile: ProfileUserInfo }

const titleId = 'second-factor'

export const SecondFactorPanel = ({ profile }: Props) => {
  const { t } = useTranslation('account')
  const factor = useQuery(secondFactorQuery(useApi()))
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <div className={classes.panel}>
      <Panel labelledBy={titleId}>
        <Stack gap="m">
          <h2 id={titleId}>{t('factor.title')}</h2>
          {codes !== null ? (
            <RecoveryCodes codes={codes} userName={profile.userName} onSaved={() => setCodes(null)} />
          ) : (
            <Loaded query={factor} failed={t('factor.failed')}>
              {({ setUpAt, recoveryCodes }) =>
                setUpAt === null ? (
                  <Off by={profile.secondFactorBy} onDone={setCodes} />
                ) : (
                  <On since={setUpAt} left={recoveryCodes} onRenewed={setCodes} />
                )
              }
            </Loaded>
          )}
        </Stack>
      </Panel>
    </div>
  )
}

type OffProps = { by: number | undefined; onDone: (recoveryCodes: readonly string[]) => void }

const Off = ({ by, onDone }: OffProps) => {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const { time } = useApi()
  const [begun, setBegun] = useState(false)
  const isOver = by !== undefined && by <= time.now()
  return (
    <>
      {by !== undefined && (
        <Callout
          tone={isOver ? 'danger' : 'caution'}
          title={isOver ? t('factor.overdue') : t('factor.due', { time: formatMoment(language, by) })}
        />
      )}
      <p>{t('factor.off')}</p>
      {begun ? (
        <SetUp labelledBy={titleId} onDone={onDone} />
      ) : (
        <Row gap="s">
          <Button kind="primary" onClick={() => setBegun(true)}>
            {t('factor.setUp')}
          </Button>
        </Row>
      )}
    </>
  )
}

type OnProps = { since: number; left: number; onRenewed: (recoveryCodes: readonly string[]) => void }

const On = ({ since, left, onRenewed }: OnProps) => {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const toasts = useToasts()
  const actions = useSecondFactorActions()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <p>
        {t('factor.on', { time: formatMoment(language, since) })} · {t('factor.left', { count: left })}
      </p>
      {left < fewRecoveryCodes && <Callout tone="caution" title={t('factor.few')} />}
      <Row gap="s">
        <Button onClick={() => setAsked('renew')}>{t('factor.renew')}</Button>
        <Button kind="danger" onClick={() => setAsked('remove')}>
          {t('factor.remove')}
        </Button>
      </Row>
      {asked === 'renew' && (
        <ProofDialog
          title={t('factor.renew')}
          text={t('factor.renewText')}
          send={t('factor.renew')}
          onSend={async (proof) => {
            onRenewed(await actions.renew(proof))
          }}
          onClose={close}
        />
      )}
      {asked === 'remove' && (
        <ProofDialog
          danger
          title={t('factor.removeTitle')}
          text={t('factor.removeText')}
          send={t('factor.remove')}
          onSend={async (proof) => {
            await actions.remove(proof)
            toasts.show({ tone: 'good', title: t('factor.removed') })
          }}
          onClose={close}
        />
      )}
    </>
  )
}
