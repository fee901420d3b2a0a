import { useQueries } from '@tanstack/react-query'
import { BACKGROUND_POLL_MS, exportQuery } from './queries.ts'
import { useUnfetched } from './use-begun.ts'

/** The files that somebody waits for in this browser, with how far each is; those that the server has not are left out. */
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

/** How many files are ready and not fetched yet. */
export const useReadyFiles = (): number =>
  useBegunFiles().filter(({ job }) => job.status === 'FINISHED').length
