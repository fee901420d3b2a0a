import type { API } from './api.ts'
import type { Handlers } from './calls/handlers.ts'
import { createArticleArea } from './features/articles/area.ts'
import { createDeskArea } from './features/desk/area.ts'
import { createGroundArea, type ExportKinds } from './features/ground/area.ts'
import { createKeywordArea } from './features/keywords/area.ts'
import { createMarketArea } from './features/market/area.ts'
import { createOperateArea, watchBoards } from './features/operate/area.ts'
import { createPeopleArea } from './features/people/area.ts'
import { createPostArea, type UpdateWriters } from './features/posts/area.ts'
import { createProductArea } from './features/products/area.ts'
import type { Frame } from './frame.ts'
import type { Job } from './jobs/job.ts'

export type Noun = keyof typeof API
type Features = {
  [N in Noun]: { handlers: Handlers<(typeof API)[N]>; jobs?: readonly Job[]; files?: ExportKinds }
}

/** All features, area by area, each given the services of those created before it. */
export function createFeatures(frame: Frame) {
  const fileKinds = () => kinds
  const ground = createGroundArea({ ...frame, fileKinds, boardsChanged: watchBoards(frame) })
  const groundDeps = { ...frame, ...ground.services }
  const keywords = createKeywordArea(groundDeps)
  const products = createProductArea(groundDeps)
  const catalogDeps = { ...groundDeps, ...keywords.services, ...products.services }
  const market = createMarketArea(catalogDeps)
  const posts = createPostArea({ ...catalogDeps, articles: (): UpdateWriters => articles.services.articles })
  const postDeps = { ...catalogDeps, ...posts.services }
  const articles = createArticleArea(postDeps)
  const articleDeps = { ...postDeps, ...articles.services }
  const operate = createOperateArea(articleDeps)
  const desk = createDeskArea({ ...articleDeps, ...operate.services })
  const people = createPeopleArea({ ...articleDeps, ...operate.services, ...desk.services })
  const features = {
    ...ground.features,
    ...keywords.features,
    ...products.features,
    ...market.features,
    ...posts.features,
    ...articles.features,
    ...operate.features,
    ...desk.features,
    ...people.features,
  } satisfies Features
  const kinds: ExportKinds = Object.assign(
    {},
    ...Object.values<Features[Noun]>(features).map(({ files }) => files),
  )
  return { features, idempotency: ground.idempotency }
}

/** The jobs of all features. */
export const jobsOf = ({ features }: ReturnType<typeof createFeatures>): readonly Job[] =>
  Object.values<Features[Noun]>(features).flatMap(({ jobs = [] }) => jobs)
