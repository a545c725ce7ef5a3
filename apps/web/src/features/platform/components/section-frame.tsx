import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { Announced } from '../../../ui/announced.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { Section } from '../use-section.ts'
import classes from './platform.module.css'

type Props = { title: string; section: Section; children: ReactNode }

export const SectionFrame = ({ title, section, children }: Props) => {
  const { t } = useTranslation('staff')
  const id = useId()
  const { changed, outdated, discard, submit, pending, refusals, problem } = section
  return (
    <Panel labelledBy={id}>
      <Form labelledBy={id} pending={pending} refusals={refusals} onSubmit={submit}>
        <div className={classes.head}>
          <h2 id={id} className={classes.heading}>
            {title}
          </h2>
          {changed && (
            <Badge tone="caution">
              <Announced fromStart text={t('unsaved')} />
            </Badge>
          )}
        </div>
        {problem !== null && <Callout tone="danger" title={problem} alert />}
        {outdated && <SavedElsewhere what="settings" onTakeTheirs={discard} />}
        {children}
        <div className={classes.buttons}>
          <Button kind="primary" submit disabled={!changed} pending={pending}>
            {t('save')}
          </Button>
          {changed && !pending && <Button onClick={discard}>{t('discard')}</Button>}
        </div>
      </Form>
    </Panel>
  )
}
