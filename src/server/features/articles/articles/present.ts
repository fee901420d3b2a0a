import type { Article } from '#shared/features/articles/articles/contract.ts'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { type JsonText, parseText } from '../../../db/json/json-text.ts'
import { presentOldVersion } from '../../../errors.ts'
import type { ArticleSuggestion } from './suggestion-queries.ts'

export const presentConflict = presentOldVersion(
  articleEndpoints.update,
  (current: JsonText<Article> | undefined) => (current ? { current: parseText(current) } : {}),
)

export const presentSuggestion = ({ id, title, status, siteId }: ArticleSuggestion) => ({
  article_id: id,
  title,
  status,
  site_id: siteId,
})
