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

/** Two areas that offered the same name would overwrite each other unnoticed. */
function merged<A extends object, B extends object>(known: A, added: B): A & B {
  const twice = Object.keys(added).filter((name) => Object.hasOwn(known, name))
  if (twice.length > 0) throw new TypeError(`Offered twice: ${twice.join(', ')}`)
  return { ...known, ...added }
}

/** All features, area by area, each given the services of those created before it. */
export function createFeatures(frame: Frame) {
  const fileKinds = () => kinds
  const ground = createGroundArea({ ...frame, fileKinds, boardsChanged: watchBoards(frame) })
  const groundDeps = merged(frame, ground.services)
  const keywords = createKeywordArea(groundDeps)
  const products = createProductArea(groundDeps)
  const catalogDeps = merged(merged(groundDeps, keywords.services), products.services)
  const market = createMarketArea(catalogDeps)
  const posts = createPostArea({ ...catalogDeps, articles: (): UpdateWriters => articles.services.articles })
  const postDeps = merged(catalogDeps, posts.services)
  const articles = createArticleArea(postDeps)
  const articleDeps = merged(postDeps, articles.services)
  const operate = createOperateArea(articleDeps)
  const deskDeps = merged(articleDeps, operate.services)
  const desk = createDeskArea(deskDeps)
  const people = createPeopleArea(merged(deskDeps, desk.services))
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
  const kinds: ExportKinds = Object.values<Features[Noun]>(features)
    .map(({ files = {} }) => files)
    .reduce(merged)
  return { features, idempotency: ground.idempotency }
}

/** The jobs of all features. */
export const jobsOf = ({ features }: ReturnType<typeof createFeatures>): readonly Job[] =>
  Object.values<Features[Noun]>(features).flatMap(({ jobs = [] }) => jobs)
