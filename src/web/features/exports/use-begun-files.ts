import { useQueries } from '@tanstack/react-query'
import type { ExportJob } from '#shared/features/exports/contract.ts'
import { BACKGROUND_POLL_MS, exportQuery } from './queries.ts'
import { noteFetched, useUnfetched } from './use-begun.ts'

/** The files that this person waits for in this browser, with how far each is; those that the server has not are left out. */
export function useBegunFiles() {
  const begun = useUnfetched()
  const read = useQueries({
    queries: begun.map(({ id, begunAt }) => exportQuery(id, begunAt, BACKGROUND_POLL_MS)),
  })
  return begun.flatMap((file, at) => {
    const job = read[at]?.data
    return job ? [{ ...file, job }] : []
  })
}

export type BegunFile = ReturnType<typeof useBegunFiles>[number]

/** How many files are ready and not fetched yet, and how many there will not be; the bell and its page count both. */
export function useFileNews(): { ready: number; failed: number; markRead: () => void } {
  const files = useBegunFiles()
  const inState = (status: ExportJob['status']) => files.filter(({ job }) => job.status === status)
  const [ready, failed] = [inState('FINISHED'), inState('FAILED')]
  return {
    ready: ready.length,
    failed: failed.length,
    /** Nobody is told of them any more; their dialogs still have them. What is being made is told once it is ready. */
    markRead() {
      for (const { id } of [...ready, ...failed]) noteFetched(id)
    },
  }
}
