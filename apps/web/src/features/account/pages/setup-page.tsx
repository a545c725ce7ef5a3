import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { AdministratorForm } from '../components/administrator-form.tsx'
import { setupStatusQuery } from '../setup-queries.ts'
import classes from './setup-page.module.css'

type Props = {
  /** Null: opened without a link. */
  token: string | null
  onDone: () => void
}

const titleId = 'setup'

export const SetupPage = ({ token, onDone }: Props) => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error, refetch, isFetching } = useQuery(setupStatusQuery(useApi()))
  // Another visitor may finish the setup meanwhile; what was typed here must not vanish.
  const [begun, setBegun] = useState(false)
  if (data?.needed === true && token !== null && !begun) setBegun(true)

  if (begun && token !== null)
    return (
      <Frame lead={t('setup.lead')}>
        <AdministratorForm
          titleId={titleId}
          token={token}
          asksAddress={data?.addressNeeded === true}
          asksName={data?.named !== true}
          onDone={onDone}
        />
        <MoveInHint />
      </Frame>
    )
  if (data === undefined)
    return (
      <Frame>
        {error === null ? (
          <Skeleton label={t('common.loading')} lines={6} />
        ) : (
          <Callout tone="danger" title={problemText(error)} alert>
            <Button size="small" pending={isFetching} onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </Callout>
        )}
      </Frame>
    )
  if (!data.needed)
    return (
      <Frame>
        <Callout tone="neutral" title={t('setup.done.title')}>
          <p>{t('setup.done.text')}</p>
          <LinkButton size="small" to="/">
            {t('common.toHome')}
          </LinkButton>
        </Callout>
      </Frame>
    )
  return (
    <Frame>
      <Callout tone="caution" title={t('setup.tokenMissing.title')}>
        <p>{t('setup.tokenMissing.next')}</p>
        <LinkButton size="small" to="/">
          {t('common.toHome')}
        </LinkButton>
      </Callout>
    </Frame>
  )
}

const Frame = ({ lead, children }: { lead?: string; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <NarrowPage titleId={titleId} title={t('setup.title')} lead={lead}>
      {children}
    </NarrowPage>
  )
}

const MoveInHint = () => {
  const { t } = useTranslation('account')
  return (
    <p className={classes.hint}>
      <WithCode text={t('setup.moveIn')} />
    </p>
  )
}
