import { useQuery } from '@tanstack/react-query'
import { ASIN_PATTERN } from '#shared/features/products/products/rules.ts'
import { useMay } from '#web/api/session.ts'
import { productsQuery } from '../../articles/articles/queries.ts'

/** The marketplace's pictures of products by ASIN, as far as known and if the user may request them. */
export function usePictures(asins: readonly string[]): ReadonlyMap<string, string> {
  const mayAsk = useMay('CreateArticle', 'ValidateArticles', 'ManageArticles')
  const wanted = [...new Set(asins)].filter((asin) => ASIN_PATTERN.test(asin)).sort()
  const { data } = useQuery(productsQuery(mayAsk ? wanted : []))
  return new Map((data ?? []).flatMap(({ asin, image_url: url }) => (url ? [[asin, url]] : [])))
}
