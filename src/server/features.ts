import type { API } from './api.ts'
import type { Handlers } from './calls/handlers.ts'
import { createArticles } from './features/articles/articles/feature.ts'
import { createAuth } from './features/ground/auth/feature.ts'
import { createExports } from './features/ground/exports/feature.ts'
import { createIdempotency } from './features/ground/idempotency/feature.ts'
import { createImages } from './features/ground/images/feature.ts'
import { createNotices } from './features/ground/notices/feature.ts'
import { createOutside } from './features/ground/outside/feature.ts'
import { createSavedViews } from './features/ground/saved-views/feature.ts'
import { createSites } from './features/ground/sites/feature.ts'
import { createSystem } from './features/ground/system/feature.ts'
import { keepAdded, keepEdit } from './features/keywords/keyword-changes/keyword-listener.ts'
import { createKeywords } from './features/keywords/keywords/feature.ts'
import { createShareOfVoice } from './features/market/share-of-voice/feature.ts'
import { createConsole, createDbQuery } from './features/operate/db-query/feature.ts'
import { createAdoptedPosts, createPostKeywords } from './features/posts/content-tracker/feature.ts'
import { keepReadStocks } from './features/products/product-library/feature.ts'
import { createProducts } from './features/products/products/feature.ts'
import type { Job } from './jobs/job.ts'
import { aboutArticles, articleEffects, articleListeners, viewsOfArticles } from './wiring/articles.ts'
import { overAll, setUp, watchBoards, watchers } from './wiring/desk.ts'
import { ownFiles } from './wiring/files.ts'
import type { Frame } from './wiring/frame.ts'
import { aroundKeywords } from './wiring/keywords.ts'
import { featuresOfPeople } from './wiring/people.ts'
import { aroundPosts } from './wiring/posts.ts'
import { aroundProducts } from './wiring/products.ts'

export type Noun = keyof typeof API
type Features = { [N in Noun]: { handlers: Handlers<(typeof API)[N]>; jobs?: readonly Job[] } }

/** Every feature, each given what it needs of those before it: a line for each. */
export function createFeatures(frame: Frame) {
  const system = createSystem(frame)
  const notices = createNotices(frame)
  const auth = createAuth({ ...frame, notices: notices.service })
  const outside = createOutside({ ...frame, notices: notices.service })
  const sites = createSites({ ...frame, outside: outside.service, boardsChanged: watchBoards(frame) })
  const keywords = createKeywords({ ...frame, listeners: [keepEdit], additions: [keepAdded] })
  const products = createProducts({ ...frame, listeners: [keepReadStocks(frame, system.service)] })
  const of = {
    ...frame,
    system: system.service,
    auth: auth.service,
    sites: sites.service,
    keywords: keywords.service,
    products: products.service,
    notices: notices.service,
    outside: outside.service,
    postKeywords: createPostKeywords(frame),
    adopted: createAdoptedPosts(frame),
  }
  const listeners = articleListeners(of)
  const articles = createArticles({ ...of, listeners, effects: articleEffects(of) })
  const { marketplace } = frame.settings.vendors
  const ofArticles = { ...of, articles: articles.service, marketplace }
  const { asking, files } = createConsole(of)
  const exports = createExports({ ...of, kinds: { ...ownFiles(of), ...files } })
  const posts = aroundPosts({ ...of, exports: exports.service })
  const goods = aroundProducts({ ...ofArticles, exports: exports.service })
  const asked = {
    system,
    auth,
    ...featuresOfPeople(of),
    sites,
    keywords,
    ...aroundKeywords(of),
    savedViews: createSavedViews(of),
    articles,
    ...aboutArticles({ ...ofArticles, trackedPosts: goods.contentTracker.service }),
    notices,
    outside,
    ...setUp(of),
    ...viewsOfArticles({ ...ofArticles, trackedPosts: goods.contentTracker.service }),
    images: createImages(of),
    products,
    ...goods,
    shareOfVoice: createShareOfVoice({ ...of, exports: exports.service }),
    ...posts,
    exports,
    dbQuery: createDbQuery({ ...of, asking, exports: exports.service }),
    ...watchers({ ...ofArticles, searchTasks: posts.searchTasks.service }),
  } satisfies Omit<Features, 'bot' | 'offboarding' | 'accessReviews'>
  const features = { ...asked, ...overAll(ofArticles, asked) } satisfies Features
  return { features, idempotency: createIdempotency(frame) }
}

/** The jobs of all features. */
export const jobsOf = ({ features }: ReturnType<typeof createFeatures>): readonly Job[] =>
  Object.values<Features[Noun]>(features).flatMap(({ jobs = [] }) => jobs)
