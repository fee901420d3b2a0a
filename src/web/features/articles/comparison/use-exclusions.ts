import { useState } from 'react'
import { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import { tidyWords } from '#shared/features/articles/comparison/rules.ts'
import { refusalOf } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useForm, useFormState, useValue } from '#web/ui/form/use-form.ts'
import { FAILURES } from './messages.ts'
import { useSaveExcludedWords } from './queries.ts'

/** The words that were added to a list and removed from it. */
export function changesOf(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)]
  return {
    added: after.filter((word) => !old.has(word)),
    removed: before.filter((word) => !now.has(word)),
  }
}

/** Applies the same changes to a list that has changed since. */
function rebased(base: readonly string[], typed: readonly string[], current: readonly string[]): string[] {
  const { added, removed } = changesOf(base, typed)
  return tidyWords([...current.filter((word) => !removed.includes(word)), ...added])
}

const linesOf = (words: readonly string[]) => words.join('\n')

const wordsOf = (text: string) => tidyWords(text.split(/[\n,;]/))

/**
 * The exclusion list in the editor, one word per line. Changes by other users are merged without a question.
 */
export function useExclusions(words: readonly string[], onSaved: () => void) {
  /** Changes by another user in the meantime. */
  const [others, setOthers] = useState<ReturnType<typeof changesOf> | null>(null)
  const { mutateAsync: send } = useSaveExcludedWords()
  const form = useForm({
    id: 'excluded-words',
    stashAs: 'excluded-words',
    known: { values: { text: linesOf(words) } },
    mergers: {
      text: (base, mine, theirs) => linesOf(rebased(wordsOf(base), wordsOf(mine), wordsOf(theirs))),
    },
    overtakenBy(error) {
      const current = refusalOf(comparisonEndpoints.saveExcludedWords, 409, error)?.current
      return current ? { values: { text: linesOf(current) } } : null
    },
  })
  const text = useValue(form, 'text')
  const base = useFormState(form, (state) => state.base.values.text)
  const typed = wordsOf(text)
  const changes = changesOf(wordsOf(base), typed)
  const save = () =>
    void form.submit(async (values, { base: before }) => {
      const read = wordsOf(before.values.text)
      return send({ content: wordsOf(values.text), base: read }).catch((error: unknown) => {
        const current = refusalOf(comparisonEndpoints.saveExcludedWords, 409, error)?.current
        if (current) setOthers(changesOf(read, current))
        handleError(FAILURES.saveWords)(error)
        throw error
      })
    }, onSaved)
  return { form, typed, changes, others, save, isDirty: changes.added.length + changes.removed.length > 0 }
}
