import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import {
  ARTICLE_UNAVAILABLE,
  INVALID_URL,
  STORY_NOT_LOADED,
  tidyWords,
} from '#shared/features/articles/comparison/rules.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { refuseOldVersion } from '../../../db/version.ts'
import { AppError } from '../../../errors.ts'
import {
  type Story,
  StoryError,
  type StoryFault,
  type StoryReader,
} from '../../../integrations/story-reader/port.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { createPersonalLimit } from '../../../security/concurrency-limit.ts'
import type { SitesService } from '../../ground/area.ts'
import type { ContentTrackerService } from '../../posts/area.ts'
import type { ArticlesService } from '../articles/service.ts'
import { storyPhrases } from './phrase-text.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import { createUpdate, type Update } from './verbs/create-update.ts'

export interface ComparisonDeps {
  db: Db
  stories: StoryReader
  articles: Pick<ArticlesService, 'createArticle' | 'beginRevision' | 'findPublishedFor'>
  sites: Pick<SitesService, 'findSite'>
  trackedPosts: Pick<ContentTrackerService, 'requestUpdate'>
  /** Where this server is reached: paths of its own pages are no addresses for those who read them elsewhere. */
  publicUrl: string
}

const MOST_KEYWORDS = 50
const HEADINGS = ['h1', 'h2', 'h3']

/** Error for each reason why there is no story. */
const REFUSALS: Readonly<Record<StoryFault, () => AppError>> = {
  address: () => new AppError('invalid', INVALID_URL),
  missing: () => new AppError('notFound', ARTICLE_UNAVAILABLE),
  'no article': () => new AppError('unprocessable', ARTICLE_UNAVAILABLE),
  'not now': () => new AppError('unavailable', STORY_NOT_LOADED),
  failed: () => new AppError('vendor', STORY_NOT_LOADED),
}

function refuseFault(error: unknown): never {
  throw error instanceof StoryError ? REFUSALS[error.fault]() : error
}

/** Replaces the list, unless it is no longer the one that the change began from. */
async function saveExcludedWords(
  { db }: ComparisonDeps,
  actor: Caller,
  { content, base }: { content: readonly string[]; base?: readonly string[] | undefined },
): Promise<string[]> {
  requires(actor, comparisonEndpoints.saveExcludedWords.access)
  return transaction(db, async (tx) => {
    await store.lockExcludedWords(tx)
    const current = await store.listExcludedWords(tx)
    await refuseOldVersion({
      sent: base && tidyWords(base).join('\n'),
      stored: tidyWords(current).join('\n'),
      message: 'Another user has changed the list.',
      current: () => current,
    })
    await store.replaceExcludedWords(tx, tidyWords(content))
    const words = await store.listExcludedWords(tx)
    await audit(tx, actor, 'words.replaced', {
      after: {
        added: words.filter((word) => !current.includes(word)),
        removed: current.filter((word) => !words.includes(word)),
      },
    })
    return words
  })
}

/** Our keywords that a story is about. */
async function keywordsOf({ db }: ComparisonDeps, { title, content }: Story) {
  const headings = content.filter(({ type }) => HEADINGS.includes(type)).map(({ value }) => value)
  const found = await queries.findKeywords(db, storyPhrases(title, headings), MOST_KEYWORDS)
  return found.map(({ id, keyword, isTracked }) => ({ keyword, keyword_id: id, is_tracked: isTracked }))
}

/** Lower than the limit for all users, so that a user with many requests only delays their own. */
const PLACES_OF_PERSON = { atOnce: 2, mostWaiting: 6 }
const BUSY_YOURSELF = 'Your other articles are still loading. Try again in a moment.'

/** Everything that the comparison of two articles needs. */
export function createComparisonService(deps: ComparisonDeps) {
  const inPersonsTurn = createPersonalLimit({ ...PLACES_OF_PERSON, refusal: BUSY_YOURSELF })
  return {
    listExcludedWords: () => store.listExcludedWords(deps.db),
    saveExcludedWords: (actor: Caller, change: Parameters<typeof saveExcludedWords>[2]) =>
      saveExcludedWords(deps, actor, change),
    async scan(actor: Caller, url: string): Promise<ScannedArticle> {
      const story = await inPersonsTurn(actor.id, () => deps.stories.read(url)).catch(refuseFault)
      return { ...story, keywords: await keywordsOf(deps, story) }
    },
    createUpdate: (actor: Caller, update: Update, once: Once) => createUpdate(deps, actor, { update, once }),
  }
}
export type ComparisonService = ReturnType<typeof createComparisonService>
