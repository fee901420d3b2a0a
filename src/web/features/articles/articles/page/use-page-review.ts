import { useEffect, useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { useReview } from '../review/use-review.ts'
import { linesOf, type RefusalCommand, type useWords } from '../review/use-words.ts'
import type { Decision } from '../search.ts'

/** A user who only pages through the queue does not claim reviews. */
const STAYING_MS = 3000

function useIsStaying(isAtWork: boolean): boolean {
  const [isStaying, setStaying] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), STAYING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isStaying || isAtWork
}

/** Adds a preset sentence to the text or removes it; the rest of the text stays. */
function toggled(text: string, sentence: string): string {
  const lines = linesOf(text)
  return (lines.includes(sentence) ? lines.filter((line) => line !== sentence) : [...lines, sentence]).join(
    '\n',
  )
}

/** Kept text reopens its refusal, so it is visible. */
function useKeptRefusal(
  { return: returning, reject: rejecting }: ReturnType<typeof useWords>['reasons'],
  setMode: (mode: RefusalCommand) => void,
) {
  useEffect(() => {
    if (returning.values().reason !== '') setMode('return')
    else if (rejecting.values().reason !== '') setMode('reject')
  }, [returning, rejecting, setMode])
}

/** The review of an article on its page, where a reason is written below the text. */
export function usePageReview(
  read: { article: Article; isFresh: boolean },
  onDone: (action: Decision) => void,
) {
  /** The refusal being written; null while none is. */
  const [mode, setMode] = useState<RefusalCommand | null>(null)
  const review = useReview({ ...read, isAtWork: useIsStaying(mode !== null), onDone })
  const { reasons, startRefusal, leaveRefusal, addToReason } = review.words
  useKeptRefusal(reasons, setMode)
  const isReviewer = review.may('return')
  const wasReviewer = useRef(isReviewer)
  if (isReviewer) wasReviewer.current = true

  const refuseWith = (command: RefusalCommand) => {
    leaveRefusal()
    startRefusal(command)
    setMode(command)
  }
  return {
    ...review,
    mode,
    refuseWith,
    leaveRefusal() {
      leaveRefusal()
      setMode(null)
    },
    isReviewer,
    /** The article was waiting for this user's decision and no longer is. */
    isDecided: () => wasReviewer.current && review.latest()?.status !== 'requested',
    toggle: (command: RefusalCommand, sentence: string) =>
      reasons[command].update(({ reason }) => ({ reason: toggled(reason, sentence) }), 'reason'),
    /** Adds words to the reason being written, or to the reason of a return if none is. */
    quote: isReviewer
      ? (words: string) => {
          refuseWith(mode ?? 'return')
          addToReason(mode ?? 'return', words)
        }
      : undefined,
  }
}

export type PageReview = ReturnType<typeof usePageReview>
