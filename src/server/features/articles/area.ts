import type { Frame } from '../../frame.ts'
import { type GroundServices, notifyInvolved } from '../ground/area.ts'
import type { KeywordServices } from '../keywords/area.ts'
import { followPost, type PostServices } from '../posts/area.ts'
import type { ProductServices } from '../products/area.ts'
import { storeVersion } from './article-versions/article-listener.ts'
import { createArticleVersions } from './article-versions/feature.ts'
import { createArticles } from './articles/feature.ts'
import { createBoard } from './board/feature.ts'
import { endClaim } from './claims/article-listener.ts'
import { createClaims } from './claims/feature.ts'
import { createComparison } from './comparison/feature.ts'
import { createDecisions } from './decisions/feature.ts'
import { createPosts } from './posts/feature.ts'
import { storeOverrides } from './preflight/article-listener.ts'
import { createPreflight } from './preflight/feature.ts'
import { createPreview } from './preview/feature.ts'
import { createReplacements } from './replacements/feature.ts'
import { createRevisions } from './revisions/feature.ts'

export type { ArticlesService } from './articles/service.ts'
export type { ClaimsService } from './claims/service.ts'

type ArticleAreaDeps = Frame & GroundServices & KeywordServices & ProductServices & PostServices

/** Called for every event of an article, in this order and in the same transaction. */
const listenersOf = ({ products, timeZone, flags }: ArticleAreaDeps) => [
  storeVersion,
  storeOverrides(products, flags),
  endClaim,
  followPost({ timeZone }),
]

export function createArticleArea(given: ArticleAreaDeps) {
  const articles = createArticles({
    ...given,
    listeners: listenersOf(given),
    // What reaches people waits while a decision can be undone.
    effects: [notifyInvolved(given.notices)],
  })
  const { marketplace } = given.settings.vendors
  const deps = { ...given, marketplace, articles: articles.service }
  const claims = createClaims(deps)
  return {
    features: {
      ...{ articles, claims },
      articleVersions: createArticleVersions(deps),
      revisions: createRevisions(deps),
      replacements: createReplacements(deps),
      decisions: createDecisions(deps),
      preflight: createPreflight(deps),
      preview: createPreview(deps),
      posts: createPosts(deps),
      board: createBoard(deps),
      comparison: createComparison(deps),
    },
    services: { articles: articles.service, claims: claims.service },
  }
}

export type ArticleServices = ReturnType<typeof createArticleArea>['services']
