import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { useToday } from '#web/ui/use-day.ts'
import { useToldTogether } from '../keyword-changes/queries.ts'
import { useAddKeywords, useUnmark } from '../opportunities/queries.ts'
import { sitesQuery } from '../sites/queries.ts'

interface Chosen {
  keywords: readonly string[]
  site: number | undefined
  tags: readonly string[]
}

/** Adds the selected keywords together, and says so with an undo and a link that opens them. */
export function useAddMany(onDone: () => void) {
  const { mutateAsync, isPending } = useAddKeywords()
  const { data: sites } = useQuery(sitesQuery)
  const tell = useToldTogether()
  const unmark = useUnmark()
  const navigate = useNavigate()
  const today = useToday()
  // Added keywords leave the selection, which ends with the last one: callbacks of the mutation would not run.
  const add = async ({ keywords, site, tags }: Chosen) => {
    const ofSite = site === undefined ? {} : { sites: [site] }
    const made = await mutateAsync({ sites: [], ...ofSite, keywords: [...keywords], tags: [...tags] })
    const [one, ...others] = made.added
    const opened =
      one && others.length === 0
        ? { keyword_id: one.keyword_id }
        : { ...ofSite, createdFrom: today, createdTo: today }
    tell({
      added: made.added.length,
      existing: made.existing.length,
      changeId: made.change_id,
      site: sites?.find(({ site_id: id }) => id === site)?.display_name,
      open: () => void navigate({ to: SCREENS.keywords.path, search: opened }),
      onUndone: () => unmark(made.added),
    })
    onDone()
  }
  return {
    // The mutation reports its error.
    add: (chosen: Chosen) => void add(chosen).catch(() => {}),
    isPending,
  }
}
