import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { useToldTogether } from '../keyword-changes/queries.ts'
import { useAddKeywords, useUnmark } from '../opportunities/queries.ts'

interface Chosen {
  keywords: readonly string[]
  site: number | undefined
  tags: readonly string[]
}

/** Adds the selected keywords together, and shows a notice with an undo and a link to them. */
export function useAddMany(onDone: (sent: readonly string[]) => void) {
  const { data: sites } = useQuery(sitesQuery)
  const tell = useToldTogether()
  const unmark = useUnmark()
  const { mutate, isPending } = useAddKeywords((made, sent) => {
    tell({
      added: made.added,
      existing: made.existing.length,
      changeId: made.change_id,
      site: sites?.find(({ site_id: id }) => sent.sites.includes(id))?.display_name,
      onUndone: () => unmark(made.added),
    })
    onDone(sent.keywords)
  })
  const add = ({ keywords, site, tags }: Chosen) =>
    mutate({ keywords: [...keywords], sites: site === undefined ? [] : [site], tags: [...tags] })
  return { add, isPending }
}
