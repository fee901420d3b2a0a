import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import type { MarketplaceProduct } from '#shared/features/keywords/opportunities/contract.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { articleQuery, useSaveArticle } from '../../articles/articles/queries.ts'
import {
  addedToWords,
  containedWords,
  FAILURES,
  noDraftWords,
  OPEN,
  removedWords,
  UNTITLED,
} from './messages.ts'

type Products = Article['products']

const withProduct = (products: Products, { asin, name }: MarketplaceProduct) => [
  ...products,
  { asin, name: name.slice(0, PRODUCT_NAME_MAXIMUM), award: '', summary: null },
]
const withoutProduct = (products: Products, { asin }: MarketplaceProduct) =>
  products.filter((each) => each.asin !== asin)

/** Adds a product to a draft, and says so with an undo and a link that opens the draft. */
export function useAddToDraft() {
  const queries = useQueryClient()
  const { mutateAsync: save } = useSaveArticle()
  const navigate = useNavigate()
  const read = async (id: number) => {
    const article = await queries.fetchQuery({ ...articleQuery(id), staleTime: 0 })
    if (article === null) throw serviceUnavailable()
    return article
  }
  const open = (id: number) => () => void navigate({ to: SCREENS.pendingArticles.path, search: { edit: id } })

  const isDraft = ({ status, title }: Article) => {
    const isStill = status === 'draft'
    if (!isStill) notify({ kind: 'warning', title: noDraftWords(title || UNTITLED) })
    return isStill
  }
  const remove = async (id: number, product: MarketplaceProduct) => {
    // The draft may have been edited since; only the product goes.
    const article = await read(id)
    if (!isDraft(article)) return
    await save({ article, body: { products: withoutProduct(article.products, product) } })
    notify({ kind: 'success', title: removedWords(article.title || UNTITLED) })
  }
  const add = async (id: number, product: MarketplaceProduct) => {
    const article = await read(id)
    if (!isDraft(article)) return
    const title = article.title || UNTITLED
    const more = [{ label: OPEN, run: open(id) }]
    if (article.products.some(({ asin }) => asin === product.asin))
      return notify({ kind: 'info', title: containedWords(title), more })
    await save({ article, body: { products: withProduct(article.products, product) } })
    notify({
      kind: 'success',
      title: addedToWords(title),
      action: {
        label: 'Undo',
        run: () => void remove(id, product).catch(handleError(FAILURES.remove)),
        isUndo: true,
      },
      more,
    })
  }
  return (id: number, product: MarketplaceProduct) => void add(id, product).catch(handleError(FAILURES.add))
}
