import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { isRelayed, relayUrl } from '@pennant/rules/instance/entry'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { CopyText } from '../../../kit/copy-text.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useAct } from '../../../kit/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type ChallengeRef, testLogQuery } from '../queries.ts'
import type { ChallengeEditing } from '../use-challenge-editing.ts'
import { Section } from './section.tsx'
import { TestRemarks } from './test-remarks.tsx'
import classes from './test-section.module.css'

type Props = {
  challengeRef: ChallengeRef
  challenge: ChallengeEditDetail
  editing: ChallengeEditing
  unsaved: boolean
  onSave: () => Promise<boolean>
}

/** Tests only what is saved. */
export const TestSection = ({ challengeRef, challenge, editing, unsaved, onSave }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { act, isPending } = useAct()
  const { supported } = useApi().extensions
  const [asked, setAsked] = useState(false)
  const { testContainer } = challenge
  const entry = testContainer?.entry ?? ''
  const address = isRelayed(entry) ? relayUrl(entry, window.location, true) : entry

  const start = (): Promise<boolean> =>
    act('start', () => editing.startTest(challengeRef), t('challenge.testStarted'))
  const stop = (): Promise<boolean> =>
    act('stop', () => editing.stopTest(challengeRef), t('challenge.testStopped'))

  return (
    <Section title={t('challenge.test')} lead={t('challenge.testText')}>
      {testContainer === null ? (
        <div>
          <Button
            icon={<Icon name="play" size={16} />}
            pending={isPending('start')}
            onClick={() => (unsaved ? setAsked(true) : void start())}
          >
            {t('challenge.testStart')}
          </Button>
        </div>
      ) : (
        <>
          <div className={classes.address}>
            <code className={classes.entry}>{address}</code>
            <CopyText text={address} label={t('challenge.testCopy')} />
          </div>
          {testContainer.remarks !== undefined && (
            <TestRemarks remarks={testContainer.remarks} port={challenge.exposePort} />
          )}
          <p className={classes.dim}>
            {t('challenge.testUntil')} <Moment at={testContainer.expectStopAt} />
          </p>
          <div className={classes.buttons}>
            <Button
              icon={<Icon name="refresh" size={16} />}
              pending={isPending('start')}
              onClick={() => (unsaved ? setAsked(true) : void start())}
            >
              {t('challenge.testAgain')}
            </Button>
            <Button
              kind="danger"
              icon={<Icon name="stop" size={16} />}
              pending={isPending('stop')}
              onClick={() => void stop()}
            >
              {t('challenge.testStop')}
            </Button>
          </div>
          {supported && <TestLog challengeRef={challengeRef} />}
        </>
      )}
      {asked && (
        <Dialog
          title={t('challenge.testAsk')}
          close={staff('close')}
          size="narrow"
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button
                onClick={() => {
                  setAsked(false)
                  void start()
                }}
              >
                {t('challenge.testAsSaved')}
              </Button>
              <Button
                kind="primary"
                onClick={() => {
                  setAsked(false)
                  void onSave().then((done) => done && start())
                }}
              >
                {t('challenge.testSave')}
              </Button>
            </>
          }
        >
          <p>{t('challenge.testAskText')}</p>
        </Dialog>
      )}
    </Section>
  )
}

const TestLog = ({ challengeRef }: { challengeRef: ChallengeRef }) => {
  const { t } = useTranslation('organise')
  const problemText = useProblemText()
  const { data, error, isFetching, refetch } = useQuery(testLogQuery(useApi(), challengeRef))
  return (
    <div className={classes.log}>
      <div className={classes.logHead}>
        <h4 className={classes.logTitle}>{t('challenge.testLog')}</h4>
        <Button size="small" pending={isFetching} onClick={() => void refetch()}>
          {t('challenge.testRefresh')}
        </Button>
      </div>
      {error !== null && <Callout tone="caution" title={problemText(error)} />}
      {data !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too
        <section className={classes.lines} aria-label={t('challenge.testLog')} tabIndex={0}>
          <pre>{data.text === '' ? t('challenge.testSilent') : data.text}</pre>
        </section>
      )}
    </div>
  )
}
