import { useQuery } from '@tanstack/react-query'
import { useToldTogether } from '../keyword-changes/queries.ts'
import { useAddKeywords, useUnmark } from '../opportunities/queries.ts'
import { sitesQuery } from '../sites/queries.ts'

interface Chosen {
  keywords: readonly string[]
  site: number | undefined
  tags: readonly string[]
}

/** Adds the selected keywords together, and shows a notice with an undo and a link to them. */
export function useAddMany(onDone: (sent: readonly string[]) => void) {
  const { mutateAsync, isPending } = useAddKeywords()
  const { data: sites } = useQuery(sitesQuery)
  const tell = useToldTogether()
  const unmark = useUnmark()
  // Added keywords leave the selection, which ends with the last one: callbacks of the mutation would not run.
  const add = async ({ keywords, site, tags }: Chosen) => {
    const ofSite = site === undefined ? {} : { sites: [site] }
    const made = await mutateAsync({ sites: [], ...ofSite, keywords: [...keywords], tags: [...tags] })
    tell({
      added: made.added,
      existing: made.existing.length,
      changeId: made.change_id,
      site: sites?.find(({ site_id: id }) => id === site)?.display_name,
      onUndone: () => unmark(made.added),
    })
    onDone(keywords)
  }
  return {
    // The mutation reports its error.
    add: (chosen: Chosen) => void add(chosen).catch(() => {}),
    isPending,
  }
}
