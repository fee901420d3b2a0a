import type { RefObject } from 'react'
import type { Hold } from '#web/ui/hold/use-hold.tsx'
import { isSubmitKey, isTyping, useHotkey, useRegionKeys } from '#web/ui/input/use-hotkey.ts'
import { QUICK_REASONS } from '../messages.ts'
import type { ArticleView } from './use-blocks.ts'
import type { PageReview } from './use-page-review.ts'
import type { ReviewQueue } from './use-queue.ts'

const NEXT_VIEW: Readonly<Record<ArticleView, ArticleView>> = {
  changes: 'clean',
  clean: 'before',
  before: 'changes',
}

interface Keys {
  /** The article with its decision bar. */
  region: RefObject<HTMLElement | null>
  hold: Hold<HTMLElement>
  review: PageReview
  queue: ReviewQueue
  view: ArticleView
  /** Undefined if there is no earlier version to compare with. */
  onView: ((view: ArticleView) => void) | undefined
  onEdit: () => void
}

/** Focuses the finding after the focused one, wrapping around. */
function focusNextFinding() {
  const findings = [...document.querySelectorAll<HTMLElement>('main [data-finding]')]
  const at = findings.findIndex((finding) => finding.contains(document.activeElement))
  const next = findings[(at + 1) % findings.length]
  next?.scrollIntoView({ block: 'center' })
  next?.focus()
}

const focusComment = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.page-bar textarea')?.focus())

/** Presses the primary button of the bar. It is missing or disabled if the action is not allowed. */
function pressMain(target: EventTarget | null) {
  const bar = document.querySelector<HTMLElement>('.page-bar')
  const isElsewhere =
    target instanceof HTMLElement && target.matches('a, button, input') && !bar?.contains(target)
  // Enter on another button of the bar presses that button.
  const isOther =
    target instanceof HTMLElement && target.matches('.page-bar-buttons button:not(.btn-primary)')
  const isInComment = target instanceof HTMLTextAreaElement && bar?.contains(target)
  const isReason = bar?.querySelector('.page-reason') !== null
  // Unless a reason is being written, the shortcut only applies in the comment field.
  if (isElsewhere || isOther || !(isInComment || isReason)) return
  bar?.querySelector<HTMLButtonElement>('.btn-primary:not(:disabled)')?.click()
}

const REASON = '.page-reason textarea'

const isEmptyReason = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement && target.matches(REASON) && target.value.trim() === ''

/** While a reason is being written, letters are appended to it, wherever in the region the focus is. */
function writeOn(key: string, target: EventTarget | null): boolean {
  const isPressed = key === ' ' && target instanceof HTMLElement && target.matches('button, a, summary')
  const text = document.querySelector<HTMLTextAreaElement>(REASON)
  if (key.length !== 1 || isPressed || text === null) return false
  text.focus()
  text.setSelectionRange(text.value.length, text.value.length)
  return true
}

/**
 * Handles a key for the reason: a digit adds a quick reason, any other letter is text. Returns whether it was
 * either.
 */
function writeReason(review: PageReview, event: KeyboardEvent): boolean {
  if (review.mode === null) return false
  const sentence = QUICK_REASONS[review.mode][Number(event.key) - 1]
  // The browser types the letter itself into the field that has just been focused.
  if (!sentence) return writeOn(event.key, event.target)
  event.preventDefault()
  review.toggle(review.mode, sentence)
  return true
}

/**
 * The keyboard shortcuts of the page. Single letters work while the focus is in the region, which is focused
 * when the page opens.
 */
export function useReviewKeys({ region, hold, review, queue, view, onView, onEdit }: Keys): void {
  const { leaveRefusal, refuseWith, isReviewer, may } = review
  const leave = () => region.current?.focus({ preventScroll: true })
  const comment = () => {
    leaveRefusal()
    focusComment()
  }
  const mayComment = isReviewer || may('resubmit')
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
      e: may('edit') ? unlessHeld(onEdit) : undefined,
      escape: () => {
        leaveRefusal()
        leave()
      },
    }
    return acts[key.toLowerCase()]?.()
  }
  useHotkey((event) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    if (isSubmitKey(event)) return pressMain(event.target)
    const isInField = event.target instanceof Element && region.current?.contains(event.target)
    if (event.key !== 'Escape' || !isInField || !isTyping(event.target)) return
    // An empty reason closes at once.
    if (isEmptyReason(event.target)) leaveRefusal()
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
