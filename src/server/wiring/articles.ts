import { keepVersion } from '../features/article-versions/article-listener.ts'
import { createArticleVersions } from '../features/article-versions/feature.ts'
import { createBoard } from '../features/board/feature.ts'
import { endClaim } from '../features/claims/article-listener.ts'
import { createClaims } from '../features/claims/feature.ts'
import { createComparison } from '../features/comparison/feature.ts'
import { followPost } from '../features/content-tracker/feature.ts'
import { createDecisions } from '../features/decisions/feature.ts'
import { tellConcerned } from '../features/notices/article-listener.ts'
import type { createNotices } from '../features/notices/feature.ts'
import { createPosts } from '../features/posts/feature.ts'
import { keepOverrides } from '../features/preflight/article-listener.ts'
import { createPreflight } from '../features/preflight/feature.ts'
import { createPreview } from '../features/preview/feature.ts'
import type { createProducts } from '../features/products/feature.ts'
import { createReplacements } from '../features/replacements/feature.ts'
import { createRevisions } from '../features/revisions/feature.ts'
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
