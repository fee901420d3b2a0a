import { useQueries } from '@tanstack/react-query'
import type { ExportJob } from '#shared/features/ground/exports/contract.ts'
import { BACKGROUND_POLL_MS, exportQuery } from './queries.ts'
import { noteFetched, useUnfetched } from './use-begun.ts'

/** The files requested in this browser, with their progress. Files unknown to the server are left out. */
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

/**
 * The numbers of files that are ready but not downloaded yet, and of failed ones; shown at the bell and on
 * its page.
 */
export function useFileNews(): { ready: number; failed: number; markRead: () => void } {
  const files = useBegunFiles()
  const inState = (status: ExportJob['status']) => files.filter(({ job }) => job.status === status)
  const [ready, failed] = [inState('FINISHED'), inState('FAILED')]
  return {
    ready: ready.length,
    failed: failed.length,
    /**
     * Clears the notifications; the dialogs still list the files. Files still in progress notify once they
     * are ready.
     */
    markRead() {
      for (const { id } of [...ready, ...failed]) noteFetched(id)
    },
  }
}
