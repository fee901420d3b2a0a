import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { useUser } from '#web/api/session.ts'
import { sitesQuery } from '#web/features/sites/queries.ts'
import { useConfirm } from '#web/ui/confirm.ts'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useFormStatus } from '#web/ui/form/use-form.ts'
import { notify } from '#web/ui/notify.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ChecklistPanel } from '../checklist-panel.tsx'
import { DONE, FAILURES, QUESTIONS } from '../messages.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'
import { ChangesPanel } from '../review/changes-panel.tsx'
import { ClaimedNote } from '../review/claimed-note.tsx'
import { ReasonDialog } from '../review/reason-dialog.tsx'
import { useDecision } from '../review/use-decision.ts'
import { useReviewClaim } from '../review/use-review-claim.ts'
import type { ArticleValues, Preset } from '../use-article-values.ts'
import { useEnding } from '../use-ending.ts'
import { useMayApprove } from '../use-may-approve.ts'
import { ArticleForm } from './article-form.tsx'
import { PreflightPanel } from './preflight-panel.tsx'
import { useArticleEditor } from './use-article-editor.ts'
import { usePreflight } from './use-preflight.ts'

interface ArticleEditorDialogProps {
  article: Article | null
  preset: Preset | undefined
  saveFailure: string | undefined
  onClose: () => void
  onCreated: (id: number) => void
}

type Stage = 'draft' | 'returned' | 'requested'

const stageOf = (article: Article | null): Stage =>
  article?.status === 'returned' || article?.status === 'requested' ? article.status : 'draft'

/** Said before an article is submitted that has open warnings. */
const unexplained = (warnings: number) =>
  warnings === 0
    ? undefined
    : `${warnings === 1 ? 'One preflight warning has' : `${warnings} preflight warnings have`} no reason. QA will see that.`

const COMMENT_LABELS = {
  requested: 'QA comment (optional)',
  returned: 'Reply to the latest return (optional)',
}

/** The fields that two people can write differently. */
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

/** A field's value as lines to read. */
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

/** The article dialog once its article is there; what it offers depends on where the article stands. */
export function ArticleEditorDialog(props: ArticleEditorDialogProps) {
  const { article, preset, saveFailure, onClose, onCreated } = props
  const editor = useArticleEditor({ article, preset })
  const preflight = usePreflight(editor.form, editor.base)
  const claim = useReviewClaim(editor.base)
  const { base, form } = editor
  const stage = stageOf(base)
  const user = useUser()
  const confirm = useConfirm()
  const decision = useDecision()
  const ending = useEnding()
  const [refusal, setRefusal] = useState<'return' | 'reject' | null>(null)
  const [isImageBusy, setImageBusy] = useState(false)
  const { data: sites } = useQuery(sitesQuery)
  const mayApprove = useMayApprove()
  const maySubmit = stage !== 'requested' || base === null || mayApprove(base)
  const { isDirty, isSaving, mustDecide } = useFormStatus(form)
  const mustWait = mustDecide || isImageBusy
  const busy = isSaving || decision.isPending || ending.isPending

  const siteName = (id: number | undefined) =>
    sites?.find(({ site_id }) => site_id === id)?.display_name ?? ''

  const check = (isDraft: boolean) => editor.check(isDraft) && preflight.check()

  const saveDraft = async () => {
    if (!check(true)) return
    const isNew = base === null
    const saved = await editor.save(true, preflight.overrides(), saveFailure)
    if (!saved) return
    notify({ kind: 'success', title: DONE.drafted })
    if (isNew) onCreated(saved.article_id)
  }

  const submitDraft = async () => {
    if (
      !check(false) ||
      !(await confirm({ title: QUESTIONS.submit, content: unexplained(preflight.unexplained.length) }))
    )
      return
    if (!(await editor.save(false, preflight.overrides(), saveFailure ?? FAILURES.submit))) return
    notify({ kind: 'success', title: DONE.submitted })
    onClose()
  }

  const resubmit = async () => {
    if (
      !check(false) ||
      !(await confirm({ title: QUESTIONS.submit, content: unexplained(preflight.unexplained.length) }))
    )
      return
    const saved = await editor.save(false, preflight.overrides())
    if (saved && (await decision.resubmit(saved, form.values().comment))) onClose()
  }

  const approve = async () => {
    if (!check(false)) return
    const isOwn = base?.user_id === user?.id
    if (isOwn && !(await confirm({ title: 'Approve your own article?', content: QUESTIONS.selfApprove })))
      return
    const saved = await editor.save(false, preflight.overrides())
    if (saved && (await decision.approve(saved, form.values().comment))) onClose()
  }

  const cancel = async () => {
    if (base && (await ending.end('cancel', base))) onClose()
  }

  const submits = { draft: submitDraft, returned: resubmit, requested: approve }
  const actions = {
    draft: (
      <Button loading={busy} disabled={mustWait} onClick={() => void saveDraft()}>
        Save Draft
      </Button>
    ),
    returned: (
      <Button danger disabled={busy} onClick={() => void cancel()}>
        Cancel article
      </Button>
    ),
    requested: (
      <>
        <Button disabled={busy} onClick={() => setRefusal('return')}>
          Return
        </Button>
        <Button danger disabled={busy} onClick={() => setRefusal('reject')}>
          Reject
        </Button>
      </>
    ),
  }
  return (
    <FormDialog
      title={
        <>
          {base ? 'Edit Article' : 'New Article'}
          {base && stage === 'draft' && (
            <span className="dialog-title-note">
              Draft saved <RelativeTime moment={base.updated_at} />
            </span>
          )}
        </>
      }
      submitText={stage === 'requested' ? 'Approve' : 'Submit'}
      cancelText="Close"
      form={form}
      busy={busy}
      submitDisabled={mustWait}
      onSubmit={maySubmit ? () => void submits[stage]() : undefined}
      onClose={onClose}
      actions={
        <>
          {maySubmit && (
            <span className="dialog-hint" aria-hidden="true">
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> to {stage === 'requested' ? 'approve' : 'submit'}
            </span>
          )}
          {actions[stage]}
        </>
      }
      aboveFooter={<PreflightPanel state={preflight} />}
    >
      <ClaimedNote claim={claim} />
      <ConflictPanel
        form={form}
        noun="article"
        title={FAILURES.save}
        labels={FIELD_LABELS}
        linesOf={(values, name) => linesOf(values, name, siteName)}
      />
      {stage === 'returned' && base && (
        <section className="returned-notes" aria-label="Rejection Notes">
          <h3>Rejection Notes</h3>
          <RejectionNotesList article={base} />
        </section>
      )}
      {stage === 'requested' && base && <ChangesPanel article={base} />}
      {article && <ChecklistPanel article={article} />}
      <ArticleForm
        form={form}
        commentLabel={stage === 'draft' ? undefined : COMMENT_LABELS[stage]}
        onImageBusy={setImageBusy}
      />
      {refusal && base && (
        <ReasonDialog
          article={base}
          command={refusal}
          hasEdits={isDirty}
          claim={claim}
          onClose={() => setRefusal(null)}
          onDone={onClose}
        />
      )}
    </FormDialog>
  )
}
