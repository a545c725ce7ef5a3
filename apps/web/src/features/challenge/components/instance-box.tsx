import type { ChallengeDetail, InstanceEnd } from '@pennant/contract/challenge'
import type { InstanceProgress } from '@pennant/contract/hub'
import type { ClientConfig } from '@pennant/contract/info'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { formatCountdown, formatDuration } from '../../../i18n/duration.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useHasPassed, useNow } from '../../../kit/use-now.ts'
import { announce } from '../../../ui/announce.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { InstanceActions } from '../actions.ts'
import type { Tunnel } from '../instance-endpoint.ts'
import { InstanceAddress } from './instance-address.tsx'
import classes from './instance-box.module.css'

type Props = {
  challenge: ChallengeDetail
  config: ClientConfig
  news: InstanceProgress | null
  /** Null: instances are reached without one. */
  tunnel: Tunnel | null
  locked: boolean
  actions: InstanceActions
}

const minuteMs = 60_000

export const InstanceBox = (props: Props) => {
  const { t } = useTranslation('instance')
  const { challenge, config, news, locked, actions } = props
  const problemText = useProblemText()
  const { instanceEntry: entry, closeTime, instanceEnd } = challenge.context
  const underWay =
    actions.start.isPending || (news !== null && ['Queued', 'Pulling', 'Starting'].includes(news.state))

  return (
    <section className={classes.box} aria-label={t('instance.title')}>
      {entry === null && !underWay && instanceEnd !== undefined && <Ended {...instanceEnd} />}
      {entry !== null && closeTime !== null ? (
        <Running {...props} entry={entry} closeTime={closeTime} />
      ) : underWay ? (
        <UnderWay news={news} actions={actions} />
      ) : config.instances === 'none' ? (
        <Callout tone="caution" title={t('instance.noneHere')}>
          <p>{t('instance.noneHereHint')}</p>
        </Callout>
      ) : (
        <div className={classes.line}>
          <p className={classes.text}>{t('instance.none', { count: config.defaultLifetime })}</p>
          <Button
            kind="primary"
            icon={<Icon name="play" />}
            disabled={locked}
            once
            onClick={() => actions.start.mutate()}
          >
            {t('instance.start')}
          </Button>
        </div>
      )}
      {[actions.start, actions.stop, actions.extend].map(
        (action, at) =>
          action.isError && (
            // oxlint-disable-next-line react/no-array-index-key -- always these three
            <Callout key={at} tone="danger" title={problemText(action.error)} alert />
          ),
      )}
    </section>
  )
}

const Ended = ({ reason, exitCode, time }: InstanceEnd) => {
  const { t } = useTranslation('instance')
  return (
    <Callout tone="caution" title={t(`instance.end.${reason}`)}>
      <p>
        <Moment at={time} />
        {exitCode !== null && ` · ${t('instance.exitCode', { code: exitCode })}`}
      </p>
      <p>{t('instance.endHint')}</p>
    </Callout>
  )
}

const UnderWay = ({ news, actions }: Pick<Props, 'news' | 'actions'>) => {
  const { t } = useTranslation('instance')
  const text =
    news?.state === 'Queued' && news.position !== null
      ? t('instance.queued', { count: news.position })
      : news?.state === 'Pulling'
        ? t('instance.pulling')
        : t('instance.starting')
  return (
    <>
      <div className={classes.line}>
        <span className={classes.text}>
          <Announced fromStart text={text} />
        </span>
        <Button once pending={actions.stop.isPending} onClick={() => actions.stop.mutate()}>
          {t('common.cancel')}
        </Button>
      </div>
      <ProgressBar label={text} share={news?.state === 'Pulling' ? news.share : null} />
    </>
  )
}

/** Tells screen readers about a later end. Everyone else sees it in the countdown. */
const useExtensionAnnounced = (closeTime: number): void => {
  const { t } = useTranslation('instance')
  const language = useLanguage()
  const { time } = useApi()
  const known = useRef(closeTime)
  useEffect(() => {
    if (closeTime > known.current)
      announce([t('instance.left'), formatDuration(language, closeTime - time.now())])
    known.current = closeTime
  }, [closeTime, language, t, time])
}

type RunningProps = Props & { entry: string; closeTime: number }

const Running = ({ entry, closeTime, challenge, config, tunnel, actions }: RunningProps) => {
  const { t } = useTranslation('instance')
  const now = useNow()
  const extendable = useHasPassed(closeTime - config.renewalWindow * minuteMs)
  const left = closeTime - now
  const [asking, setAsking] = useState(false)
  useExtensionAnnounced(closeTime)

  return (
    <>
      <InstanceAddress
        key={entry}
        entry={entry}
        title={challenge.title}
        portMapping={config.portMapping}
        tunnel={tunnel}
      />
      <div className={classes.line}>
        <p className={classes.text} data-soon={extendable || undefined}>
          {left > 0 ? t('instance.left') : t('instance.expired')}{' '}
          {left > 0 && (
            <bdi className={classes.figures} dir="ltr">
              {formatCountdown(left)}
            </bdi>
          )}
        </p>
        <div className={classes.buttons}>
          <Button
            disabled={!extendable}
            once
            pending={actions.extend.isPending}
            onClick={() => actions.extend.mutate()}
          >
            {t('instance.extend')}
          </Button>
          <Button kind="danger" pending={actions.stop.isPending} onClick={() => setAsking(true)}>
            {t('instance.stop')}
          </Button>
        </div>
      </div>
      {!extendable && left > 0 && (
        <p className={classes.hint}>{t('instance.window', { count: config.renewalWindow })}</p>
      )}
      {asking && (
        <ConfirmDialog
          danger
          title={t('instance.stopTitle', { title: challenge.title })}
          confirm={t('instance.stop')}
          decline={t('common.cancel')}
          onDecline={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            actions.stop.mutate()
          }}
        >
          <p>{t('instance.stopWarning')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
