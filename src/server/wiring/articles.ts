import { keepVersion } from '../features/articles/article-versions/article-listener.ts'
import { createArticleVersions } from '../features/articles/article-versions/feature.ts'
import { createBoard } from '../features/articles/board/feature.ts'
import { endClaim } from '../features/articles/claims/article-listener.ts'
import { createClaims } from '../features/articles/claims/feature.ts'
import { createComparison } from '../features/articles/comparison/feature.ts'
import { createDecisions } from '../features/articles/decisions/feature.ts'
import { createPosts } from '../features/articles/posts/feature.ts'
import { keepOverrides } from '../features/articles/preflight/article-listener.ts'
import { createPreflight } from '../features/articles/preflight/feature.ts'
import { createPreview } from '../features/articles/preview/feature.ts'
import { createReplacements } from '../features/articles/replacements/feature.ts'
import { createRevisions } from '../features/articles/revisions/feature.ts'
import { tellConcerned } from '../features/ground/notices/article-listener.ts'
import type { createNotices } from '../features/ground/notices/feature.ts'
import { followPost } from '../features/posts/content-tracker/feature.ts'
import type { createProducts } from '../features/products/products/feature.ts'
import type { Frame, PartsOf } from './frame.ts'

/** Features with their own data about articles. */
export const aboutArticles = (
  parts: Parameters<typeof createArticleVersions>[0] &
    Parameters<typeof createRevisions>[0] &
    Parameters<typeof createReplacements>[0] &
    Parameters<typeof createClaims>[0] &
    Parameters<typeof createDecisions>[0],
) => ({
  articleVersions: createArticleVersions(parts),
  revisions: createRevisions(parts),
  replacements: createReplacements(parts),
  claims: createClaims(parts),
  decisions: createDecisions(parts),
})

interface ArticleFollowers extends Pick<Frame, 'timeZone' | 'flags'> {
  products: ReturnType<typeof createProducts>['service']
  notices: ReturnType<typeof createNotices>['service']
}

/** Listeners for every event of an article, in this order and in the same transaction. */
export const articleListeners = ({ products, timeZone, flags }: Omit<ArticleFollowers, 'notices'>) => [
  keepVersion,
  keepOverrides(products, flags),
  endClaim,
  followPost({ timeZone }),
]

/** What reaches people outside the transaction, and waits while a decision can be undone. */
export const articleEffects = ({ notices }: Pick<ArticleFollowers, 'notices'>) => [tellConcerned(notices)]

/** Features that show articles: preflight, preview, posts, tasks and comparisons. */
export const viewsOfArticles = (
  of: PartsOf<typeof createPreflight> &
    PartsOf<typeof createPreview> &
    PartsOf<typeof createPosts> &
    PartsOf<typeof createBoard> &
    PartsOf<typeof createComparison>,
) => ({
  preflight: createPreflight(of),
  preview: createPreview(of),
  posts: createPosts(of),
  board: createBoard(of),
  comparison: createComparison(of),
})
