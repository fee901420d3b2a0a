import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/contract.ts'
import { revisionQuery } from './queries.ts'

/** How many places of an update somebody has to choose for first; 0 where it is none, or the site does not answer. */
export function useUndecided(article: Pick<Article, 'article_id' | 'version' | 'revises'>): number {
  const { data } = useQuery({ ...revisionQuery(article), enabled: article.revises !== null })
  return data?.places.filter(({ take }) => take === null).length ?? 0
}
