import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { revisionQuery } from './queries.ts'

/**
 * The number of an update's places that still need a choice; 0 if the article is no update, or the site does
 * not respond.
 */
export function useUndecided(article: Pick<Article, 'article_id' | 'version' | 'revises'>): number {
  const { data } = useQuery({ ...revisionQuery(article), enabled: article.revises !== null })
  return data?.places.filter(({ take }) => take === null).length ?? 0
}
