import { useRouter } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { useLiveText } from '#web/ui/text/live-text.tsx'
import { DONE, FAILURES, OPEN_ARTICLE, QUESTIONS } from '../messages.ts'
import type { ArticleReview } from '../review/use-review.ts'
import { useEnding } from '../use-ending.ts'
import { useMayApprove } from '../use-may-approve.ts'
import type { ArticleEditor } from './use-article-editor.ts'
import type { PreflightState } from './use-preflight.ts'

/** The state of an article, as far as its dialog distinguishes it. */
export type Stage = 'draft' | 'returned' | 'requested'

const stageOf = (article: Article | null): Stage =>
  article?.status === 'returned' || article?.status === 'requested' ? article.status : 'draft'

/** The question before submitting an article with open warnings. */
function openWarnings({ isChecking, unexplained: { length } }: PreflightState): string {
  if (isChecking) return 'Preflight is still checking your latest changes.'
  if (length === 0) return ''
  return `${length === 1 ? 'One preflight warning has' : `${length} preflight warnings have`} no reason. QA will see that.`
}

interface StepsParts {
  editor: ArticleEditor
  preflight: PreflightState
  review: ArticleReview
  saveFailure: string | undefined
  onClose: () => void
  /** The new article was saved as a draft. */
  onCreated: (id: number) => void
}

/** Shows the notice that an article was submitted, with a link to it. */
function useToldSubmitted() {
  const router = useRouter()
  return ({ article_id: id, title }: Article) => {
    const to = { to: SCREENS.article.path, params: { id: String(id) } }
    const isThere = router.state.location.pathname === router.buildLocation(to).pathname
    const open = { label: OPEN_ARTICLE, run: () => void router.navigate(to) }
    notify({
      kind: 'success',
      title: DONE.submitted,
      description: title,
      ...(isThere ? {} : { more: [open] }),
    })
  }
}

/** The actions of the article dialog in the article's current state; each saves the typed values first. */
export function useArticleSteps({ editor, preflight, review, saveFailure, onClose, onCreated }: StepsParts) {
  const { base } = editor
  const confirm = useConfirm()
  const ending = useEnding()
  const mayApprove = useMayApprove()
  const tellSubmitted = useToldSubmitted()
  const stage = stageOf(base)
  // The question can open before the last change has been checked, so its warnings can change while it is
  // shown.
  const warnings = useLiveText(openWarnings(preflight))

  const check = (isDraft: boolean) => {
    if (!isDraft) preflight.wake()
    return editor.check(isDraft) && preflight.check(isDraft)
  }
  const isComplete = async () =>
    check(false) && (await confirm({ title: QUESTIONS.submit, content: warnings }))

  const saveDraft = async () => {
    if (!check(true)) return
    const isNew = base === null
    const saved = await editor.save(true, preflight.overrides(), saveFailure)
    if (!saved) return
    notify({ kind: 'success', title: DONE.drafted })
    if (isNew) onCreated(saved.article_id)
  }

  const submitDraft = async () => {
    if (!(await isComplete())) return
    const saved = await editor.save(false, preflight.overrides(), saveFailure ?? FAILURES.submit)
    if (!saved) return
    tellSubmitted(saved)
    onClose()
  }

  const resubmit = async () => {
    if (await isComplete()) await review.decide('resubmit')
  }

  const approve = async (isByKey = false) => {
    if (check(false)) await review.decide('approve', { content: QUESTIONS.approve, isAlways: isByKey })
  }

  const cancel = async () => {
    if (base && (await ending.end('cancel', base))) onClose()
  }

  const submits = { draft: submitDraft, returned: resubmit, requested: () => approve() }
  const maySubmit = stage !== 'requested' || base === null || mayApprove(base)
  return {
    stage,
    isPending: review.words.isSaving || ending.isPending,
    /** Undefined if another user has to approve. */
    submit: maySubmit ? submits[stage] : undefined,
    /** The keyboard shortcut is easily pressed while typing, so an approval by keyboard asks first. */
    submitByKey: maySubmit && stage === 'requested' ? () => approve(true) : undefined,
    saveDraft,
    cancel,
  }
}

export type ArticleSteps = ReturnType<typeof useArticleSteps>
