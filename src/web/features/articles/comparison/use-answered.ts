import { useQuery } from '@tanstack/react-query'
import { articleQuery } from '../articles/queries.ts'

/**
 * The published article, if its current text has all of these products; null if it lacks one, or is not
 * loaded.
 */
export function useAnswered(articleId: number | undefined, asins: readonly string[]) {
  const mayAnswer = articleId !== undefined && asins.length > 0
  const { data: article } = useQuery({ ...articleQuery(articleId ?? 0), enabled: mayAnswer })
  if (!mayAnswer || !article) return null
  const has = new Set(article.products.map(({ asin }) => asin))
  return asins.every((asin) => has.has(asin)) ? article : null
}
