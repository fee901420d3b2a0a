import { useId, useRef } from 'react'
import { Reason, ReviewComment } from '#shared/features/articles/articles/form.ts'
import { takeKept } from '#web/ui/form/stash.ts'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import type { Decision } from '../search.ts'

export type RefusalCommand = 'return' | 'reject'

export const isRefusal = (action: Decision): action is RefusalCommand =>
  action === 'return' || action === 'reject'

/** Each article has one comment and one reason for each way to refuse it, wherever they are typed. */
export const wordsKey = (kind: 'comment' | RefusalCommand, articleId: number) =>
  `${kind} article ${articleId}`

/** A line of a reason that names a field of the article, with the text after it. */
export const QUOTE = /^(Title|Intro|Product \d+|Product|Products|Questions|Notes):\s*(.*)$/

export const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** A quote line that has no comment after it. */
const isIdleQuote = (line: string) => QUOTE.exec(line.trim())?.[2] === ''

export const withoutIdleQuotes = (reason: string): string =>
  reason
    .split('\n')
    .filter((line) => !isIdleQuote(line))
    .join('\n')

/** A line that only names a field gives no reason, so it does not count as one. */
const SaidReason = Reason.refine(({ reason }) => !linesOf(reason).every(isIdleQuote), {
  path: ['reason'],
  message: 'Missing reason',
})

const NO_COMMENT = { values: { comment: '' } }
const NO_REASON = { values: { reason: '' } }

const keptAs = (kind: 'comment' | RefusalCommand, articleId: number | undefined) => ({
  ...(articleId === undefined ? {} : { stashAs: wordsKey(kind, articleId) }),
  outlivesClosing: true,
})

function useReason(command: RefusalCommand, articleId: number | undefined, isObsolete: boolean) {
  return useForm({
    id: `${command}${useId()}`,
    ...keptAs(command, articleId),
    isObsolete,
    known: NO_REASON,
    check: SaidReason,
  })
}

/** Adds the line on a line of its own, unless it is already there. */
const withLine = (text: string, line: string) =>
  linesOf(text).includes(line) ? text : [...(text === '' ? [] : [text.trimEnd()]), line].join('\n')

/**
 * The texts that go with a decision: a comment, or a reason for each way to refuse. `isOver` returns whether a
 * decision is no longer possible.
 */
export function useWords(articleId: number | undefined, isOver: (action: Decision) => boolean) {
  const comment = useForm({
    id: `comment${useId()}`,
    ...keptAs('comment', articleId),
    isObsolete: isOver('approve') && isOver('resubmit'),
    known: NO_COMMENT,
    check: ReviewComment,
  })
  const reasons = {
    return: useReason('return', articleId, isOver('return')),
    reject: useReason('reject', articleId, isOver('reject')),
  }
  const statuses = [useFormStatus(comment), useFormStatus(reasons.return), useFormStatus(reasons.reject)]
  const setComment = (text: string) => comment.update(() => ({ comment: text }), 'comment')
  const moved = useRef<{ command: RefusalCommand; text: string } | null>(null)
  const setReason = (command: RefusalCommand, reason: string) =>
    reasons[command].update(() => ({ reason }), 'reason')
  const addToReason = (command: RefusalCommand, line: string) =>
    reasons[command].update(({ reason }) => ({ reason: withLine(reason, line) }), 'reason')
  return {
    comment,
    reasons,
    isSaving: statuses.some(({ isSaving }) => isSaving),
    addToReason,
    /** Starts a refusal with the text of the comment as its reason. */
    startRefusal(command: RefusalCommand) {
      const { comment: text } = comment.values()
      if (text === '') return
      moved.current = { command, text }
      addToReason(command, text)
      setComment('')
    },
    /** Leaves a refusal. A reason that is still the unchanged comment becomes the comment again. */
    leaveRefusal() {
      const { command, text } = moved.current ?? {}
      moved.current = null
      if (!command || reasons[command].values().reason !== text || comment.values().comment !== '') return
      setComment(text)
      setReason(command, '')
    },
    /** The text was sent or is no longer needed. */
    clear() {
      setComment('')
      for (const command of ['return', 'reject'] as const) setReason(command, '')
      // The text is stored if its place closed while the decision was being sent.
      if (articleId !== undefined)
        for (const kind of ['comment', 'return', 'reject'] as const) takeKept(wordsKey(kind, articleId))
    },
  }
}
