import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { sitesQuery } from '#web/features/ground/sites/queries.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormStatus } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ChecklistPanel } from '../checklist-panel.tsx'
import { FAILURES } from '../messages.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'
import { ChangesPanel } from '../review/changes-panel.tsx'
import { ClaimedNote } from '../review/claimed-note.tsx'
import { ReasonDialog } from '../review/reason-dialog.tsx'
import { UnsentNote } from '../review/unsent-note.tsx'
import { type ArticleReview, useReview } from '../review/use-review.ts'
import type { RefusalCommand } from '../review/use-words.ts'
import type { ArticleValues, Preset } from '../use-article-values.ts'
import { ArticleFields } from './article-form.tsx'
import { PassedNote } from './passed-note.tsx'
import { PreflightPanel } from './preflight-panel.tsx'
import { useArticleEditor } from './use-article-editor.ts'
import { type ArticleSteps, type Stage, useArticleSteps } from './use-article-steps.ts'
import { usePreflight } from './use-preflight.ts'
import { useSavers } from './use-savers.ts'

interface ArticleEditorDialogProps {
  article: Article | null
  preset: Preset | undefined
  saveFailure: string | undefined
  onClose: () => void
  onCreated: (id: number) => void
}

const COMMENT_LABELS = {
  requested: 'QA comment (optional)',
  returned: 'Reply to the latest return (optional)',
}

/** Fields that two users can change differently. */
const FIELD_LABELS = {
  siteId: 'Site',
  keywords: 'Keyword',
  title: 'Title',
  imageUrl: 'Hero image',
  intro: 'Intro',
  notes: 'Notes',
  products: 'Products',
  faqs: 'FAQs',
} as const

/** A field's value as lines of text. */
function linesOf(
  values: ArticleValues,
  name: keyof ArticleValues,
  siteName: (id: number | undefined) => string,
): string[] {
  if (name === 'siteId') return [siteName(values.siteId)]
  if (name === 'products') {
    return values.products.map(({ asin, name: called, award, summary }) =>
      [asin, called, award, summary].filter((words) => words !== '').join(' · '),
    )
  }
  if (name === 'faqs') return values.faqs.map(({ question }) => question)
  if (name === 'keywords') return [values.keywords.join(', ')]
  return [values[name] ?? '']
}

interface StepsRowProps {
  steps: ArticleSteps
  busy: boolean
  mustWait: boolean
  /** Another user has decided on the article in the meantime. */
  isPassed: boolean
  onRefuse: (command: RefusalCommand) => void
}

/** The dialog's actions besides submitting. */
function StepsRow({ steps, busy, mustWait, isPassed, onRefuse }: StepsRowProps) {
  const { stage, submit, saveDraft, cancel } = steps
  const actions = {
    draft: (
      <Button loading={busy} disabled={mustWait || isPassed} onClick={() => void saveDraft()}>
        Save Draft
      </Button>
    ),
    returned: (
      <Button danger disabled={busy || isPassed} onClick={() => void cancel()}>
        Cancel article
      </Button>
    ),
    requested: (
      <>
        <Button disabled={busy || isPassed} onClick={() => onRefuse('return')}>
          Return
        </Button>
        <Button danger disabled={busy || isPassed} onClick={() => onRefuse('reject')}>
          Reject
        </Button>
      </>
    ),
  }
  return (
    <>
      {submit && (
        <span className="dialog-hint wide-only" aria-hidden="true">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> to {stage === 'requested' ? 'approve' : 'submit'}
        </span>
      )}
      {actions[stage]}
    </>
  )
}

interface TitleProps {
  base: Article | null
  stage: Stage
  isDirty: boolean
  isSaving: boolean
}

function Title({ base, stage, isDirty, isSaving }: TitleProps) {
  return (
    <>
      {base ? 'Edit Article' : 'New Article'}
      {base && stage === 'draft' && (
        <span className="dialog-title-note">
          {isSaving ? (
            'Saving…'
          ) : isDirty ? (
            'Unsaved changes'
          ) : (
            <>
              Draft saved <RelativeTime moment={base.updated_at} />
            </>
          )}
        </span>
      )}
    </>
  )
}

/** Notes on a stored article to read before editing it. */
function BaseNotes({ base, stage }: { base: Article; stage: Stage }) {
  if (stage === 'requested') return <ChangesPanel article={base} />
  if (stage !== 'returned') return null
  return (
    <section className="mb-16" aria-label="Rejection Notes">
      <h3 className="mb-8">Rejection Notes</h3>
      <RejectionNotesList article={base} />
    </section>
  )
}

interface DecisionTextsProps {
  article: Article
  stage: Exclude<Stage, 'draft'>
  review: ArticleReview
  /** The refusal being written. */
  refusal: RefusalCommand | null
  /** The article has unsaved edits. */
  hasEdits: boolean
  onRefuse: (command: RefusalCommand | null) => void
}

/** The comment on a decision, and the dialog of a reason. */
function DecisionTexts({ article, stage, review, refusal, hasEdits, onRefuse }: DecisionTextsProps) {
  return (
    <>
      <TextField
        form={review.words.comment}
        name="comment"
        label={COMMENT_LABELS[stage]}
        max={REASON_MAXIMUM}
        rows={{ minRows: 2, maxRows: 8 }}
      />
      {stage === 'requested' && refusal === null && <UnsentNote review={review} onContinue={onRefuse} />}
      {refusal && (
        <ReasonDialog {...{ article, review, hasEdits }} command={refusal} onClose={() => onRefuse(null)} />
      )}
    </>
  )
}

/** The article dialog after loading; its actions depend on the article's status. */
export function ArticleEditorDialog(props: ArticleEditorDialogProps) {
  const { article, preset, saveFailure, onClose, onCreated } = props
  const editor = useArticleEditor({ article, preset })
  const { base, form, passed } = editor
  const isPassed = passed !== null
  const preflight = usePreflight(form, base)
  const current = article ?? base
  const review = useReview({
    article: current,
    isFresh: true,
    save: (action) =>
      editor.save(false, preflight.overrides(), action === 'resubmit' ? FAILURES.submit : undefined),
    onDone: onClose,
  })
  const savers = useSavers(base, editor.overtaking)
  const steps = useArticleSteps({ editor, preflight, review, saveFailure, onClose, onCreated })
  const { stage, submit, submitByKey } = steps
  const [refusal, setRefusal] = useState<RefusalCommand | null>(null)
  const [isImageBusy, setImageBusy] = useState(false)
  const { data: sites } = useQuery(sitesQuery)
  const { isDirty, isSaving, mustDecide } = useFormStatus(form)
  const mustWait = mustDecide || isImageBusy
  const busy = isSaving || steps.isPending

  const refuse = (command: RefusalCommand | null) => {
    if (command) review.words.startRefusal(command)
    else review.words.leaveRefusal()
    setRefusal(command)
  }
  const siteName = (id: number | undefined) =>
    sites?.find(({ site_id }) => site_id === id)?.display_name ?? ''

  return (
    <FormDialog
      steady
      title={<Title {...{ base, stage, isDirty, isSaving }} />}
      submitText={stage === 'requested' ? 'Approve' : 'Submit'}
      cancelText="Close"
      form={form}
      busy={busy}
      submitDisabled={mustWait || isPassed}
      onSubmit={submit && (() => void submit())}
      onSubmitByKey={submitByKey && (() => void submitByKey())}
      onClose={onClose}
      actions={<StepsRow {...{ steps, busy, mustWait, isPassed }} onRefuse={refuse} />}
      aboveFooter={<PreflightPanel state={preflight} />}
    >
      {passed ? <PassedNote passed={passed} /> : <ClaimedNote claim={review.claim} />}
      <ConflictPanel
        form={form}
        noun="article"
        title={FAILURES.save}
        labels={FIELD_LABELS}
        linesOf={(values, name) => linesOf(values, name, siteName)}
        savers={savers}
      />
      {base && <BaseNotes base={base} stage={stage} />}
      {article && <ChecklistPanel article={article} />}
      <ArticleFields
        form={form}
        isProposed={base === null && (preset?.products?.length ?? 0) > 0}
        onImageBusy={setImageBusy}
      />
      {current && stage !== 'draft' && (
        <DecisionTexts
          {...{ stage, review, refusal }}
          article={current}
          hasEdits={isDirty}
          onRefuse={refuse}
        />
      )}
    </FormDialog>
  )
}
