import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { DateTimeField } from '../../../kit/date-time-field.tsx'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { MarkdownField } from '../../../kit/markdown-field.tsx'
import { SaveBar } from '../../../kit/save-bar.tsx'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { CheckField, NumberField, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row } from '../../../ui/row.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { DeleteGameDialog } from '../components/delete-game-dialog.tsx'
import { FreezeFields } from '../components/freeze-fields.tsx'
import { GameCodeField } from '../components/game-code-field.tsx'
import { InfoConflict } from '../components/info-conflict.tsx'
import { PosterField } from '../components/poster-field.tsx'
import { VisibilityField } from '../components/visibility-field.tsx'
import { useInfoForm } from '../use-info-form.ts'
import { useInfoQuestions } from '../use-info-questions.tsx'
import classes from './info-page.module.css'

export const InfoPage = () => {
  const game = useGameToEdit()
  const api = useApi()
  const navigate = useNavigate()
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const language = useLanguage()
  const titleId = useId()
  const form = useInfoForm(game)
  const { draft, field, checkbox } = form
  const { submit, checking, dialogs } = useInfoQuestions(game.data, form)
  const lasts = draft.start !== null && draft.end !== null && draft.end > draft.start
  return (
    <Stack gap="xl">
      <h2 id={titleId} className={classes.heading}>
        {staff('work.info')}
      </h2>
      {form.restored && form.changed && <Callout tone="neutral" title={staff('draft.restored')} />}
      {form.outdated && <SavedElsewhere what="game" onCompare={form.compare} />}
      <Form
        labelledBy={titleId}
        pending={form.pending || checking}
        refusals={form.refusals}
        onSubmit={submit}
      >
        <Part id="about" title={t('info.about')}>
          <TextField {...field('title')} label={t('info.field.title')} maxLength={limits.gameTitle} />
          <TextArea
            {...field('summary')}
            optional
            label={t('info.field.summary')}
            hint={t('info.summaryHint')}
            rows={2}
            maxLength={limits.gameSummary}
          />
          <MarkdownField
            {...field('content')}
            label={t('info.field.content')}
            maxLength={limits.gameContent}
          />
        </Part>
        <Part id="times" title={t('info.times')}>
          <div className={classes.pair}>
            <DateTimeField {...field('start')} label={t('info.field.start')} />
            <DateTimeField {...field('end')} label={t('info.field.end')} />
          </div>
          {lasts && (
            <p className={classes.note}>
              {t('info.lasts', { time: formatDuration(language, (draft.end ?? 0) - (draft.start ?? 0)) })}
            </p>
          )}
          <CheckField
            {...checkbox('practiceMode')}
            label={t('info.field.practiceMode')}
            hint={t('info.practiceModeHint')}
          />
          {api.extensions.supported && <FreezeFields form={form} />}
        </Part>
        <Part title={t('info.entry')}>
          <CheckField
            {...checkbox('acceptWithoutReview')}
            label={t('info.field.acceptWithoutReview')}
            hint={t('info.acceptWithoutReviewHint')}
          />
          <GameCodeField
            game={game.data.id}
            acceptWithoutReview={draft.acceptWithoutReview}
            field={field('inviteCode')}
          />
          <div className={classes.pair}>
            <NumberField
              {...field('teamMemberCountLimit')}
              label={t('info.field.teamMemberCountLimit')}
              hint={t('info.zeroIsNone')}
              min={0}
            />
            <NumberField
              {...field('containerCountLimit')}
              label={t('info.field.containerCountLimit')}
              hint={t('info.zeroIsNone')}
              min={0}
            />
          </div>
        </Part>
        <Part id="writeups" title={staff('work.writeups')}>
          <CheckField
            {...checkbox('writeupRequired')}
            label={t('info.field.writeupRequired')}
            hint={t('info.writeupRequiredHint')}
          />
          {draft.writeupRequired && (
            <>
              <DateTimeField {...field('writeupDeadline')} label={t('info.field.writeupDeadline')} />
              <MarkdownField {...field('writeupNote')} label={t('info.field.writeupNote')} rows={5} />
            </>
          )}
        </Part>
        {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
        <SaveBar unsaved={form.changed} pending={form.pending || checking} onDiscard={form.discard} />
      </Form>
      <ImmediateActions
        game={game.data}
        onDeleted={() => {
          // The draft can't be saved anymore, so leaving must not ask.
          flushSync(form.discard)
          void navigate('/admin/games', { replace: true })
        }}
      />
      {dialogs}
      {form.theirs !== null && (
        <InfoConflict
          mine={draft}
          theirs={form.theirs.data}
          pending={form.pending}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
          onClose={form.putOff}
        />
      )}
      <LeaveDialog unsaved={form.changed} />
    </Stack>
  )
}

type PartProps = {
  id?: string
  title: string
  children: ReactNode
}

const Part = ({ id, title, children }: PartProps) => {
  const titleId = useId()
  return (
    <Panel labelledBy={titleId}>
      <div id={id} className={classes.part}>
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
        {children}
      </div>
    </Panel>
  )
}

const ImmediateActions = ({ game, onDeleted }: { game: GameInfo; onDeleted: () => void }) => {
  const { t } = useTranslation('organise')
  const [asking, setAsking] = useState(false)
  return (
    <div className={classes.pair}>
      <Part id="poster" title={t('info.poster')}>
        <PosterField game={game} />
      </Part>
      <Part title={t('info.state')}>
        <VisibilityField game={game} />
        <Row gap="s">
          <Button kind="danger" onClick={() => setAsking(true)}>
            {t('games.delete')}
          </Button>
        </Row>
      </Part>
      {asking && <DeleteGameDialog game={game} onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </div>
  )
}
