import type { RefObject } from 'react'
import type { Hold } from '#web/ui/use-hold.tsx'
import { isTyping, useHotkey, useRegionKeys } from '#web/ui/use-hotkey.ts'
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
  /** The article with what is decided about it. */
  region: RefObject<HTMLElement | null>
  hold: Hold<HTMLElement>
  review: ArticleReview
  queue: ReviewQueue
  view: ArticleView
  /** Absent where there is nothing to compare with. */
  onView: ((view: ArticleView) => void) | undefined
  onEdit: () => void
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

/** Presses the one filled button of the bar, which is not there, or off, where it may not be pressed. */
function pressMain(target: EventTarget | null) {
  const bar = document.querySelector<HTMLElement>('.page-bar')
  const isElsewhere =
    target instanceof HTMLElement && target.matches('a, button, input') && !bar?.contains(target)
  // Enter on another button of the bar presses that one.
  const isOther =
    target instanceof HTMLElement && target.matches('.page-bar-buttons button:not(.ant-btn-primary)')
  const isInComment = target instanceof HTMLTextAreaElement && bar?.contains(target)
  const isReason = bar?.querySelector('.page-reason') !== null
  // Without a reason that is being written, only whoever is in the comment can mean the article.
  if (isElsewhere || isOther || !(isInComment || isReason)) return
  bar?.querySelector<HTMLButtonElement>('.ant-btn-primary:not(:disabled)')?.click()
}

const REASON = '.page-reason textarea'

const isEmptyReason = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement && target.matches(REASON) && target.value.trim() === ''

/** Whoever writes a reason means letters: they go to its end, wherever in the region the focus is. */
function writeOn(key: string, target: EventTarget | null): boolean {
  const isPressed = key === ' ' && target instanceof HTMLElement && target.matches('button, a, summary')
  const text = document.querySelector<HTMLTextAreaElement>(REASON)
  if (key.length !== 1 || isPressed || text === null) return false
  text.focus()
  text.setSelectionRange(text.value.length, text.value.length)
  return true
}

/** A digit chooses a quick reason, any other letter is one of the reason's words; whether it was either of them. */
function writeReason(review: ArticleReview, event: KeyboardEvent): boolean {
  if (review.mode === null) return false
  const sentence = QUICK_REASONS[review.mode][Number(event.key) - 1]
  // The letter itself is typed by the browser, where the focus is by then.
  if (!sentence) return writeOn(event.key, event.target)
  event.preventDefault()
  review.toggle(review.mode, sentence)
  return true
}

/** The keys of the page. Letters act while the focus is in the region, which has it when the page opens. */
export function useReviewKeys({ region, hold, review, queue, view, onView, onEdit }: Keys): void {
  const { setMode, refuseWith, isReviewer, mayResubmit, mayEdit } = review
  const leave = () => region.current?.focus({ preventScroll: true })
  const comment = () => {
    setMode(null)
    focusComment()
  }
  const mayComment = isReviewer || mayResubmit
  const unlessHeld = (begin: () => void) => (hold.isHeld ? hold.refuse : begin)
  const decide = (begin: () => void) => (isReviewer ? unlessHeld(begin) : undefined)
  const act = (key: string) => {
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      j: queue.goOn,
      k: queue.goBack,
      a: mayComment ? unlessHeld(comment) : undefined,
      c: mayComment ? comment : undefined,
      r: decide(() => refuseWith('return')),
      x: decide(() => refuseWith('reject')),
      n: focusNextFinding,
      v: onView && (() => onView(NEXT_VIEW[view])),
      e: mayEdit ? unlessHeld(onEdit) : undefined,
      escape: () => {
        setMode(null)
        leave()
      },
    }
    return acts[key.toLowerCase()]?.()
  }
  useHotkey((event) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return pressMain(event.target)
    const isInField = event.target instanceof Element && region.current?.contains(event.target)
    if (event.key !== 'Escape' || !isInField || !isTyping(event.target)) return
    // A reason of which nothing is written yet closes at once.
    if (isEmptyReason(event.target)) setMode(null)
    leave()
  })
  useRegionKeys(
    (focused) => region.current?.contains(focused) ?? false,
    (event) => {
      if (writeReason(review, event)) return
      if (/^[a-z]$/i.test(event.key)) event.preventDefault()
      act(event.key)
    },
  )
}
