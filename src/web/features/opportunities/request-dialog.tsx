import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Country } from '#shared/features/opportunities/rules.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ArticleDialog } from '../articles/editor/article-dialog.tsx'
import type { Preset } from '../articles/use-article-values.ts'
import { topProductsQuery } from './queries.ts'

/** The products that share a search in a country's market. */
export interface SharedProducts {
  asins: readonly string[]
  country: Country
}

/** The products with the market's names, in the order in which the row's details show them; undefined until it has answered. */
function useProposed(shared: SharedProducts | undefined): Preset['products'] {
  const { asins, country } = shared ?? { asins: [], country: 'us' as const }
  const { data, isPending } = useQuery({ ...topProductsQuery(asins, country), enabled: asins.length > 0 })
  if (shared === undefined || (isPending && asins.length > 0)) return undefined
  const named = (data ?? []).filter(({ asin }) => asins.includes(asin))
  // Those that the market cannot be asked about have their names written by hand.
  const rest = asins.filter((asin) => !named.some((product) => product.asin === asin))
  return [...named, ...rest.map((asin) => ({ asin, name: '' }))]
}

interface RequestDialogProps {
  preset: Preset
  /** What is proposed with the keyword; undefined until the row is there. */
  shared: SharedProducts | undefined
  onClose: () => void
}

/** A new article about a keyword; once it is kept, it is edited among the pending ones. */
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
          // It has just been saved: there is nothing to ask about.
          ignoreBlocker: true,
        })
      }
    />
  )
}
