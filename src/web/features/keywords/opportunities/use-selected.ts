import { useState } from 'react'
import type { Opportunity } from '#shared/features/keywords/opportunities/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from './messages.ts'
import { useAddKeyword } from './queries.ts'

/** The selected rows, and a function that adds those that are not ours yet, one by one. */
export function useSelected(rows: readonly Opportunity[] | undefined) {
  const [names, select] = useState<string[]>([])
  const add = useAddKeyword()
  const selected = (rows ?? []).filter(({ name }) => names.includes(name))
  const unknown = selected.filter(({ keyword_id: id }) => id === undefined).map(({ name }) => name)
  const addAll = async () => {
    for (const name of unknown) await add.mutateAsync(name).catch(handleError(FAILURES.save))
    select([])
  }
  return { names, selected, unknown, select, addAll, isBusy: add.isPending }
}
