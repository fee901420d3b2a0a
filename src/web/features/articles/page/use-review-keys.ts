import { isTyping, useHotkey } from '#web/ui/use-hotkey.ts'
import { QUICK_REASONS } from '../messages.ts'
import type { ArticleView } from './use-blocks.ts'
import type { ReviewQueue } from './use-queue.ts'
import type { ArticleReview } from './use-review.ts'

const NEXT_VIEW: Readonly<Record<ArticleView, ArticleView>> = {
  changes: 'clean',
  clean: 'before',
  before: 'changes',
}

interface Keys {
  review: ArticleReview
  view: ArticleView
  onView: (view: ArticleView) => void
  onEdit: () => void
  queue: ReviewQueue
}

/** The next finding after the one that has the focus, round and round. */
function focusNextFinding() {
  const findings = [...document.querySelectorAll<HTMLElement>('main [data-finding]')]
  const at = findings.findIndex((finding) => finding.contains(document.activeElement))
  const next = findings[(at + 1) % findings.length]
  next?.scrollIntoView({ block: 'center' })
  next?.focus()
}

const focusComment = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.page-bar textarea')?.focus())

/** Carries out what the bar is about to do. */
function carryOut({ mode, mayApprove, mayResubmit, hasChanged, ...review }: ArticleReview) {
  if (hasChanged) return
  if (mode === 'return' || mode === 'reject') review.refuse(mode)
  else if (mayApprove && mode === 'approve') review.approve()
  else if (mayResubmit && mode === 'approve') review.resubmit()
}

/** The keys of the page; while a dialog is open they are the dialog's. */
export function useReviewKeys({ review, view, onView, onEdit, queue }: Keys): void {
  const { mode, setMode, isReviewer, mayApprove, mayResubmit, mayEdit } = review
  const act = (key: string) => {
    const sentence = mode === 'return' || mode === 'reject' ? QUICK_REASONS[mode][Number(key) - 1] : undefined
    if (sentence) return review.toggle(sentence)
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      j: queue.goOn,
      k: queue.goBack,
      a: mayApprove || mayResubmit ? () => setMode('approve') : undefined,
      c: isReviewer || mayResubmit ? () => setMode('approve') : undefined,
      r: isReviewer ? () => setMode('return') : undefined,
      x: isReviewer ? () => setMode('reject') : undefined,
      n: focusNextFinding,
      v: () => onView(NEXT_VIEW[view]),
      e: mayEdit ? onEdit : undefined,
      escape: () => setMode(null),
    }
    acts[key.toLowerCase()]?.()
    return key === 'a' || key === 'c' ? focusComment() : undefined
  }
  useHotkey((event) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSend) return carryOut({ ...review, mode: mode ?? (isTyping(event.target) ? 'approve' : null) })
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
    else if (isTyping(event.target)) return
    if (/^[a-z1-6]$/i.test(event.key)) event.preventDefault()
    act(event.key)
  })
}
