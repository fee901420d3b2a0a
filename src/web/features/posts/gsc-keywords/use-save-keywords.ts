import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES, SAVED } from './messages.ts'
import { saveKeywords, useReload } from './queries.ts'
import type { ChangedKeyword, ChangedKeywords } from './use-changed-keywords.ts'

/** Why posts kept their keywords, without duplicates. */
const reasonsOf = (errors: readonly (string | undefined)[]): string =>
  [...new Set(errors.flatMap((error) => error ?? []))].join(' ')

/** Saves the changed keywords, reports the outcome and refetches the list. */
export function useSaveKeywords({ changes, settle }: ChangedKeywords, onSaved: () => void) {
  const reload = useReload()

  async function saveAll(saved: readonly ChangedKeyword[]) {
    const results = await saveKeywords(saved)
    settle(saved, results)
    const failed = results.filter(({ ok }) => !ok)
    if (failed.length < results.length) {
      notify({ kind: 'success', title: SAVED })
      onSaved()
    }
    if (failed.length > 0)
      notify({
        kind: 'error',
        title: FAILURES.apply,
        description: reasonsOf(failed.map(({ error }) => error)),
      })
  }

  const { mutate, isPending } = useMutation({
    mutationFn: saveAll,
    onError: handleError(FAILURES.apply),
    // Keywords saved before the error must be shown too.
    onSettled: () => void reload(),
  })
  return { save: () => mutate([...changes.values()]), isBusy: isPending }
}
