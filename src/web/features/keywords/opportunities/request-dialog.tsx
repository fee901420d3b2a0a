import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ArticleDialog } from '../../articles/articles/editor/article-dialog.tsx'
import type { Preset } from '../../articles/articles/use-article-values.ts'
import { topProductsQuery } from './queries.ts'

/** The products that share a search in a country's market. */
export interface SharedProducts {
  asins: readonly string[]
  country: Country
}

/** The products with the market's names, in the order of the row's details; undefined until loaded. */
function useProposed(shared: SharedProducts | undefined): Preset['products'] {
  const { asins, country } = shared ?? { asins: [], country: 'us' as const }
  const { data, isPending } = useQuery({ ...topProductsQuery(asins, country), enabled: asins.length > 0 })
  if (shared === undefined || (isPending && asins.length > 0)) return undefined
  const named = (data ?? []).filter(({ asin }) => asins.includes(asin))
  // Products unknown to the market have to be named manually.
  const rest = asins.filter((asin) => !named.some((product) => product.asin === asin))
  return [...named, ...rest.map((asin) => ({ asin, name: '' }))]
}

interface RequestDialogProps {
  preset: Preset
  /** The proposed products; undefined until the row is loaded. */
  shared: SharedProducts | undefined
  onClose: () => void
}

/** A new article about a keyword; once saved, it is edited in the list of pending articles. */
export function RequestDialog({ preset, shared, onClose }: RequestDialogProps) {
  const navigate = useNavigate()
  const products = useProposed(shared)
  if (products === undefined)
    return (
      <Dialog open steady title="New Article" onClose={onClose}>
        <Skeleton lines={9} />
      </Dialog>
    )
  return (
    <ArticleDialog
      articleId={null}
      preset={{ ...preset, products }}
      onClose={onClose}
      onCreated={(article) =>
        void navigate({
          to: SCREENS.pendingArticles.path,
          search: { edit: article },
          // It has just been saved, so there is nothing to ask about.
          ignoreBlocker: true,
        })
      }
    />
  )
}
