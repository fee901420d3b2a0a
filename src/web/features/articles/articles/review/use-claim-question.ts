import { useRef } from 'react'
import { fullName } from '#shared/format/full-name.ts'
import { type Question, useConfirm } from '#web/ui/overlay/confirm.ts'
import { ACTION_LABELS } from '../messages.ts'
import type { Decision } from '../search.ts'
import type { ReviewClaim } from './use-review-claim.ts'

export interface DecisionQuestion {
  /** Shown after the name of the reviewing user. */
  content?: string
  /** Asks even if no other user is reviewing. */
  isAlways?: boolean
}

/** The question before a decision, with the name of the decision and the title of its article. */
export function decisionQuestion(action: Decision, title: string) {
  const label = ACTION_LABELS[action]
  return { title: `${label} “${title}”?`, okText: label, cancelText: 'Cancel' }
}

/** Asks before a decision on an article that another user is reviewing; returns whether to go on. */
export function useClaimQuestion({ findHolder }: Pick<ReviewClaim, 'findHolder'>) {
  const confirm = useConfirm()
  const isAsking = useRef(false)
  const ask = async ({ isAlways = false, content = '', ...question }: Question & DecisionQuestion) => {
    const holder = await findHolder()
    if (!holder && !isAlways) return true
    const who = holder ? `${fullName(holder)} is reviewing this article.` : ''
    return await confirm({ ...question, content: [who, content].filter((part) => part !== '').join(' ') })
  }
  return async (question: Question & DecisionQuestion): Promise<boolean> => {
    // The second click of a double click, before the holder is known.
    if (isAsking.current) return false
    isAsking.current = true
    try {
      return await ask(question)
    } finally {
      isAsking.current = false
    }
  }
}
