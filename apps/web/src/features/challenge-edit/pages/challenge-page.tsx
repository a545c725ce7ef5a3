import type { ChallengeEditDetail, FlagInfo } from '@pennant/contract/challenge'
import { limits } from '@pennant/contract/limit'
import { runsContainers } from '@pennant/rules/challenge/container'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useOutletContext } from 'react-router'
import { useApi } from '../../../api/context.ts'
import type { Versioned } from '../../../api/versioned.ts'
import { LeaveDialog } from '../../../kit/leave-dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { SaveBar } from '../../../kit/save-bar.tsx'
import { SavedElsewhere } from '../../../kit/saved-elsewhere.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useDraft } from '../../../kit/use-draft.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import { useConsent } from '../../../kit/what-if/use-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { ChallengeConflict } from '../components/challenge-conflict.tsx'
import { ChallengeHead } from '../components/challenge-head.tsx'
import { ContainerSection } from '../components/container-section.tsx'
import { FlagParts } from '../components/flag-parts.tsx'
import { LimitsSection } from '../components/limits-section.tsx'
import { ScoreSection } from '../components/score-section.tsx'
import { Section } from '../components/section.tsx'
import { TemplateSection } from '../components/template-section.tsx'
import { TestSection } from '../components/test-section.tsx'
import { TextSection } from '../components/text-section.tsx'
import { consequenceOf } from '../consequence.ts'
import type { DraftMember } from '../draft.ts'
import { lacksWith } from '../lacks.ts'
import { editorAt, useNamedPart } from '../named-part.ts'
import { type PreviewedChallenge, previewOf } from '../preview.ts'
import { type ChallengeRef, challengeToEditQuery } from '../queries.ts'
import { useChallengeDraft } from '../use-challenge-draft.ts'
import { useChallengeEditing } from '../use-challenge-editing.ts'
import { useMember } from '../use-member.ts'

export type Preview = (shown: {
  challenge: PreviewedChallenge
  flags: readonly FlagInfo[]
  onClose: () => void
}) => ReactNode

type Props = { challengeRef: ChallengeRef; preview: Preview }

export const ChallengePage = ({ preview }: { preview: Preview }) => {
  const challengeRef: ChallengeRef = useOutletContext()
  const { t } = useTranslation('play')
  const query = useQuery(challengeToEditQuery(useApi(), challengeRef))
  return (
    <Loaded query={query} failed={t('challenge.failed')}>
      {(challenge) => <Editor challengeRef={challengeRef} loaded={challenge} preview={preview} />}
    </Loaded>
  )
}

type EditorProps = Props & { loaded: Versioned<ChallengeEditDetail> }

// The flags between them are saved apart, and would submit a form around them.
const formId = 'challenge-form'
const rulesFormId = 'challenge-rules'
const titleId = 'challenge-title'
const rulesTitleId = 'challenge-rules-title'
const textMembers: readonly DraftMember[] = [
  ...(['title', 'category', 'level', 'tags', 'authors', 'content', 'hints'] as const),
  ...(['flagTemplate', 'fileName'] as const),
]

const Editor = ({ challengeRef, loaded, preview }: EditorProps) => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const { t: staff } = useTranslation('staff')
  const navigate = useNavigate()
  const problemText = useProblemText()
  const toasts = useToasts()
  const editing = useChallengeEditing(challengeRef.game)
  const editor = useChallengeDraft(challengeRef, loaded, editing)
  const flagText = useDraft({
    name: `flags ${challengeRef.game} ${challengeRef.challenge}`,
    saved: '',
    version: null,
  })
  const { act, isPending } = useAct()
  const { field, refused } = useMember(editor)
  const [previewed, setPreviewed] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [gone, setGone] = useState(false)
  const challenge = loaded.data
  const lacks = lacksWith(challenge, editor.draft)
  useNamedPart()

  const { consent, checking, question } = useConsent(challengeRef.game)
  const now = useApi().time.now()
  const save = async (): Promise<boolean> => {
    const consequence = consequenceOf(editor, challenge, now)
    const agreed =
      consequence === null ||
      (await consent({
        title: t('challenge.saveTitle', { title: challenge.title }),
        confirm: staff('save'),
        change: consequence.change,
        affectsPlayers: consequence.closes,
        text: consequence.closes && <p>{t('challenge.closesText')}</p>,
      }))
    const done = agreed && (await editor.save())
    if (done) toasts.show({ tone: 'good', title: staff('saved') })
    return done
  }
  const remove = async (): Promise<void> => {
    if (
      !(await act(
        'delete',
        () => editing.remove(challengeRef.challenge),
        t('challenges.deleted', { count: 1 }),
      ))
    )
      return
    editor.discard()
    flagText.reset('', null)
    setGone(true)
  }
  // Only when nothing is left that leaving would ask about.
  useEffect(() => {
    if (!gone) return
    void editing.refreshList()
    void navigate(`/admin/games/${challengeRef.game}/challenges`, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it has gone
  }, [gone])

  const form = {
    pending: editor.pending || checking,
    onSubmit: () => save().then(() => undefined),
  }
  const isTextAtFault = textMembers.some((member) => member in editor.faults || member === refused)
  return (
    <Stack gap="l">
      <ChallengeHead challengeRef={challengeRef} challenge={challenge} lacks={lacks} editing={editing}>
        <Button size="small" icon={<Icon name="eye" size={16} />} onClick={() => setPreviewed(true)}>
          {t('challenge.preview')}
        </Button>
        <Button size="small" kind="danger" onClick={() => setDeleting(true)}>
          {staff('delete')}
        </Button>
      </ChallengeHead>
      {editor.restored && (
        <Callout tone="caution" title={staff('draft.restored')}>
          <Button size="small" onClick={editor.discard}>
            {staff('discard')}
          </Button>
        </Callout>
      )}
      {editor.outdated && <SavedElsewhere what="challenge" onCompare={editor.compare} />}
      <VisuallyHidden>
        <span id={titleId}>{t('challenge.editor')}</span>
        <span id={rulesTitleId}>{t('challenge.score')}</span>
      </VisuallyHidden>
      <Form {...form} id={formId} labelledBy={titleId} refusals={editor.refusals}>
        {editor.error !== null && refused === null && (
          <Callout tone="danger" title={problemText(editor.error)} alert />
        )}
        <TextSection challengeRef={challengeRef} editor={editor} />
        {challenge.type === 'DynamicContainer' && <TemplateSection editor={editor} />}
        {challenge.type === 'DynamicAttachment' && (
          <Section title={t('challenge.attachment')}>
            <TextField
              {...field('fileName')}
              hint={t('challenge.fileNameText')}
              maxLength={limits.fileName}
            />
          </Section>
        )}
      </Form>
      <FlagParts game={challengeRef.game} challenge={challenge} editing={editing} flagText={flagText} />
      <Form
        {...form}
        id={rulesFormId}
        labelledBy={rulesTitleId}
        refusals={isTextAtFault ? 0 : editor.refusals}
      >
        <ScoreSection editor={editor} solved={challenge.acceptedCount} />
        <LimitsSection editor={editor} />
        {runsContainers(challenge.type) && <ContainerSection editor={editor} />}
        {runsContainers(challenge.type) && (
          <TestSection
            challengeRef={challengeRef}
            challenge={challenge}
            editing={editing}
            unsaved={editor.changed}
            onSave={save}
          />
        )}
      </Form>
      <SaveBar
        form={formId}
        unsaved={editor.changed}
        pending={editor.pending || checking}
        onDiscard={editor.discard}
      />
      {question}
      <ChallengeConflict editor={editor} />
      <LeaveDialog unsaved={(editor.changed || flagText.changed) && !gone} pageAt={editorAt} />
      {previewed &&
        preview({
          challenge: previewOf(challenge, editor.draft),
          flags: challenge.flags,
          onClose: () => setPreviewed(false),
        })}
      {deleting && (
        <ConfirmDialog
          danger
          title={t('challenge.deleteTitle', { title: challenge.title })}
          confirm={staff('delete')}
          decline={staff('cancel')}
          pending={isPending('delete')}
          onConfirm={() => void remove()}
          onDecline={() => setDeleting(false)}
        >
          <p>{t('challenges.deleteText')}</p>
          {challenge.acceptedCount > 0 && <p>{p('challenge.solves', { count: challenge.acceptedCount })}</p>}
          <WhatIfSection
            game={challengeRef.game}
            change={{ kind: 'deleteChallenges', challengeIds: [challenge.id] }}
          />
        </ConfirmDialog>
      )}
    </Stack>
  )
}
