import { useState } from 'react'
import { tidyWords } from '#shared/features/comparison/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from './messages.ts'
import { useSaveExcludedWords } from './queries.ts'

/** What was put into a list and what was taken out of it. */
export function changesOf(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)]
  return {
    added: after.filter((word) => !old.has(word)),
    removed: before.filter((word) => !now.has(word)),
  }
}

/** The same changes on a list that has become another one. */
function rebased(base: readonly string[], typed: readonly string[], current: readonly string[]): string[] {
  const { added, removed } = changesOf(base, typed)
  return tidyWords([...current.filter((word) => !removed.includes(word)), ...added])
}

function currentIn(error: unknown): string[] | null {
  const current = isConflict(error) ? (error.details as { current?: unknown } | null)?.current : null
  return Array.isArray(current) ? current.filter((word) => typeof word === 'string') : null
}

const linesOf = (words: readonly string[]) => words.join('\n')

/** The exclusion list while it is being changed: one word to a line. */
export function useExclusions(words: readonly string[], onSaved: () => void) {
  const [base, setBase] = useState(words)
  const [text, setText] = useState(() => linesOf(words))
  /** What somebody else has changed meanwhile. */
  const [others, setOthers] = useState<ReturnType<typeof changesOf> | null>(null)
  const saving = useSaveExcludedWords()
  const typed = tidyWords(text.split(/[\n,;]/))
  const changes = changesOf(base, typed)
  const save = () =>
    saving.mutate(
      { content: typed, base: [...base] },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const current = currentIn(error)
          if (current !== null) {
            setOthers(changesOf(base, current))
            setText(linesOf(rebased(base, typed, current)))
            setBase(current)
          }
          handleError(FAILURES.saveWords)(error)
        },
      },
    )
  return {
    text,
    setText,
    typed,
    changes,
    others,
    save,
    isSaving: saving.isPending,
    isDirty: changes.added.length + changes.removed.length > 0,
  }
}
