import { mailChangeConfirm, verify } from '@pennant/contract/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { sessionQuery } from '../../../api/queries/session.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { ticketIn } from '../use-login.ts'
import { useMailLink } from '../mail-link.ts'

const SecondStep = lazy(async () => ({ default: (await import('../components/second-step.tsx')).SecondStep }))

type Props = {
  kind: 'verify' | 'confirm'
  onDone: () => void
}

const titleId = 'mail-link'

/** A button, because some mail programs open links to inspect them, which would use this one up. */
export const MailLinkPage = ({ kind, onDone }: Props) => {
  const { t } = useTranslation('account')
  const api = useApi()
  const queries = useQueryClient()
  const problemText = useProblemText()
  const link = useMailLink()
  const use = useMutation({
    mutationFn: async (body: { token: string; email: string }) => {
      await api.call(kind === 'verify' ? verify : mailChangeConfirm, { body })
      await queries.query({ ...sessionQuery(api), staleTime: 0 })
    },
  })
  const title = kind === 'verify' ? t('verify.title') : t('confirm.title')

  if (link === null)
    return (
      <NarrowPage titleId={titleId} title={title}>
        <Callout tone="caution" title={t('link.broken')}>
          <p>{t('link.brokenHint')}</p>
          <LinkButton size="small" to="/">
            {t('common.toHome')}
          </LinkButton>
        </Callout>
      </NarrowPage>
    )
  const ticket = ticketIn(use.error)
  if (ticket !== null)
    return (
      <NarrowPage titleId={titleId} title={title}>
        <Suspense>
          <SecondStep
            ticket={ticket}
            onLoggedIn={onDone}
            onStartOver={() => location.assign('/account/login')}
          />
        </Suspense>
      </NarrowPage>
    )
  const { token, email, address } = link
  return (
    <NarrowPage
      titleId={titleId}
      title={title}
      lead={kind === 'verify' ? t('verify.lead', { email: address }) : t('confirm.lead', { email: address })}
    >
      {use.isError && <Callout tone="danger" title={problemText(use.error)} alert />}
      <Button
        kind="primary"
        pending={use.isPending || use.isSuccess}
        onClick={() => use.mutate({ token, email }, { onSuccess: onDone })}
      >
        {kind === 'verify' ? t('verify.send') : t('confirm.send')}
      </Button>
    </NarrowPage>
  )
}
