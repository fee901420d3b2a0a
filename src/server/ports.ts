import type { Pool } from 'pg'
import type { Db } from './db/connect.ts'
import { listSites } from './features/ground/sites/queries.ts'
import { findSiteByCode } from './features/ground/sites/store.ts'
import { isOurs } from './features/keywords/opportunities/queries.ts'
import { findOwnSide } from './features/market/share-of-voice/own-side-queries.ts'
import { findStory } from './features/market/share-of-voice/story-queries.ts'
import { isFollowed } from './features/posts/content-tracker/keyword-store.ts'
import { chooseDirectories } from './integrations/account-directory/choice.ts'
import { chooseAssistant } from './integrations/assistant/choice.ts'
import type { Assistant } from './integrations/assistant/port.ts'
import { createAuthorizationServer } from './integrations/authorization-server/choice.ts'
import type { AuthorizationDeps } from './integrations/authorization-server/provider.ts'
import { chooseGames } from './integrations/game-answers/choice.ts'
import type { GameAnswers } from './integrations/game-answers/port.ts'
import type { PortCheck } from './integrations/health.ts'
import { chooseImageStore } from './integrations/image-store/choice.ts'
import type { ImageStore } from './integrations/image-store/port.ts'
import { chooseKeywordMarket } from './integrations/keyword-market/choice.ts'
import type { KeywordMarket } from './integrations/keyword-market/port.ts'
import { chooseKeywordResearch } from './integrations/keyword-research/choice.ts'
import type { KeywordResearch } from './integrations/keyword-research/port.ts'
import { chooseMailer } from './integrations/mailer/choice.ts'
import type { Mailer } from './integrations/mailer/port.ts'
import { createBuiltInCatalog } from './integrations/product-catalog/built-in.ts'
import { chooseCatalog } from './integrations/product-catalog/choice.ts'
import type { ProductCatalog } from './integrations/product-catalog/port.ts'
import { createPublishing } from './integrations/publishing-site/by-site.ts'
import { withPicks } from './integrations/publishing-site/picks-markup.ts'
import { healthPortOf, type PublishingSites } from './integrations/publishing-site/port.ts'
import { chooseSearchPerformance } from './integrations/search-performance/choice.ts'
import type { SearchPerformance } from './integrations/search-performance/port.ts'
import { chooseShareOfVoiceSource } from './integrations/share-of-voice-source/choice.ts'
import type { ShareOfVoiceSource } from './integrations/share-of-voice-source/port.ts'
import { chooseSignInProvider } from './integrations/sign-in-provider/choice.ts'
import { chooseSpreadsheet } from './integrations/spreadsheet/choice.ts'
import type { Spreadsheet } from './integrations/spreadsheet/port.ts'
import { createStoryReader } from './integrations/story-reader/reader.ts'
import { chooseTaskBoard } from './integrations/task-board/choice.ts'
import type { TaskBoard } from './integrations/task-board/port.ts'
import { checkWarehouse, chooseWarehouseSource } from './integrations/warehouse-source/choice.ts'
import type { WarehouseSource } from './integrations/warehouse-source/port.ts'
import { createGuardedFetcher } from './integrations/web-fetcher/guarded-fetch.ts'
import { createGuardedPoster } from './integrations/web-fetcher/guarded-post.ts'
import type { WebFetcher, WebPoster } from './integrations/web-fetcher/port.ts'
import type { Enqueue } from './jobs/job.ts'
import type { Settings } from './settings/settings.ts'

/** All outside systems behind their ports. Tests can replace each of them. */
export interface PortOverrides {
  /** Loads addresses that users enter; in tests, one that may reach local servers. */
  web?: WebFetcher
  /** Sends to addresses that users enter; in tests, one that may reach local servers. */
  poster?: WebPoster
  /** Source of product data; tests use one that fails. */
  catalog?: ProductCatalog
  /** Source of keyword holders; tests use one that fails. */
  shareOfVoice?: ShareOfVoiceSource
  /** The external warehouse; tests use one that fails. */
  warehouseSource?: WarehouseSource
  /** Source of searches and products of a market; tests use one that fails. */
  market?: KeywordMarket
  /** Source of search terms and questions; tests use one that fails. */
  research?: KeywordResearch
  /** Source of the queries that show our posts; tests use one that fails. */
  searches?: SearchPerformance
  /** Source of the word games' solutions; tests use one that fails. */
  games?: GameAnswers
  /** Time limit in ms for an answer of WordPress; in tests, a real one shares the processor with everything else. */
  wordPressTimeoutMs?: number
}

interface PortDeps {
  settings: Settings
  db: Db
  pool: Pool
  clock: () => Date
  enqueue: Enqueue
  /** This server's local address once it listens. */
  ownAddress: () => string | null
}

interface Checked {
  web: WebFetcher
  images: ImageStore
  mailer: Mailer
  taskBoard: TaskBoard
  catalog: ProductCatalog
  shareOfVoiceSource: ShareOfVoiceSource
  market: KeywordMarket
  research: KeywordResearch
  assistant: Assistant
  publishing: PublishingSites
  warehouseSource: WarehouseSource | null
  searches: SearchPerformance
  games: GameAnswers
  spreadsheet: Spreadsheet
}

/** Health checks of all ports that may be external, with the settings that contain their credentials. */
const checksOf = (ports: Checked, siteCodes: readonly string[]): PortCheck[] => [
  { port: 'Mail', settings: 'SMTP_URL', check: () => ports.mailer.check() },
  { port: 'Pictures', settings: 'S3_BUCKET and its key', check: () => ports.images.check() },
  {
    port: 'Tasks',
    settings: 'ASANA_TOKEN and ASANA_WORKSPACE_GID',
    check: () => ports.taskBoard.check(),
  },
  {
    port: 'Products',
    settings: 'AMAZON_CREATORS_CREDENTIAL_ID and its secret',
    check: () => ports.catalog.check(),
  },
  {
    port: 'Share of voice',
    settings: 'RAINFOREST_API_KEY',
    check: () => ports.shareOfVoiceSource.check(),
  },
  {
    port: 'Warehouse',
    settings: 'CLICKHOUSE_URL or SNOWFLAKE_ACCOUNT, with their credentials',
    check: () => checkWarehouse(ports.warehouseSource),
  },
  {
    port: 'Keyword market',
    settings: 'JUNGLESCOUT_KEY_NAME and JUNGLESCOUT_API_KEY',
    check: () => ports.market.check(),
  },
  {
    port: 'Keyword research',
    settings: 'KEYWORD_RESEARCH_VENDOR and its credentials',
    check: () => ports.research.check(),
  },
  {
    port: 'Searches',
    settings: 'GOOGLE_SERVICE_ACCOUNT_JSON and GSC_PROPERTIES',
    check: () => ports.searches.check(),
  },
  {
    port: 'Assistant',
    settings: 'BOT_PROVIDER, BOT_MODEL and the provider’s key',
    check: () => ports.assistant.check(),
  },
  {
    port: 'Game answers',
    settings: 'WORDLE_SOURCE_URL and HEARDLE_SOURCE_URL',
    check: () => ports.games.check(),
  },
  {
    port: 'Sheets',
    settings: 'GOOGLE_SERVICE_ACCOUNT_JSON',
    check: () => ports.spreadsheet.check(),
  },
  ...siteCodes.map((code) => ({
    port: healthPortOf(code),
    settings: `the entry ${code} of WP_SITES`,
    check: () => ports.publishing(code).check(),
    readPostStyle: () => ports.publishing(code).readPostStyle(ports.web),
  })),
]

/** Creates each port. The choice of adapter is made next to the adapters. */
export function createPorts(
  { settings, ...frame }: PortDeps,
  {
    web = createGuardedFetcher({ httpsOnly: true }),
    poster = createGuardedPoster({ hosts: settings.eventHookHosts }),
    catalog,
    shareOfVoice,
    warehouseSource,
    market,
    research,
    searches,
    games,
    wordPressTimeoutMs,
  }: PortOverrides,
) {
  const { vendors } = settings
  const deps = { ...settings, ...frame }
  const { db } = frame
  const images = chooseImageStore({ ...deps, account: vendors.s3 })
  const publishing = createPublishing({
    ...deps,
    accounts: vendors.publishing,
    images,
    ...(wordPressTimeoutMs === undefined ? {} : { timeoutMs: wordPressTimeoutMs }),
    findSiteId: async (code) => (await findSiteByCode(db, code))?.id,
    isFollowed: (siteId, postId) => isFollowed(db, siteId, postId),
  })
  // The built-in stories are about products of the built-in catalogue.
  const goods = createBuiltInCatalog(deps)
  const directories = chooseDirectories({ ...deps, vendors, listSites: () => listSites(db) })
  const ports = {
    images,
    web,
    poster,
    authorizationServer: (of: Pick<AuthorizationDeps, 'consents' | 'log'>) =>
      createAuthorizationServer({ ...deps, web, ...of }),
    mailer: chooseMailer(deps),
    ...chooseTaskBoard({ ...deps, account: vendors.asana }),
    catalog: catalog ?? chooseCatalog({ ...deps, account: vendors.amazon }),
    signInProvider: chooseSignInProvider({ ...settings, account: vendors.signInProvider }),
    warehouseSource: warehouseSource ?? chooseWarehouseSource({ ...deps, accounts: vendors }),
    market: market ?? chooseKeywordMarket({ ...deps, account: vendors.jungleScout, isOurs }),
    assistant: chooseAssistant({ ...deps, timeZone: settings.timeZone, account: vendors.assistant }),
    research: research ?? chooseKeywordResearch({ ...deps, account: vendors.research }),
    searches: searches ?? chooseSearchPerformance({ ...deps, account: vendors.searchConsole }),
    games: games ?? chooseGames({ ...settings, sources: vendors.games, db }),
    ...chooseSpreadsheet({ ...deps, account: vendors.google }),
    publishing: publishing.of,
    hasBuiltInPosts: publishing.isBuiltIn,
    withPicks,
    shareOfVoiceSource:
      shareOfVoice ??
      chooseShareOfVoiceSource({
        ...deps,
        account: vendors.rainforest,
        findOwnSide: (identity) => findOwnSide(db, identity, settings.timeZone),
      }),
    accountDirectories: directories.list,
    stories: createStoryReader({
      web,
      publishing,
      goods,
      findStory: (id) => findStory(db, id),
      listSites: () => listSites(db),
    }),
  }
  const portChecks = [...checksOf(ports, Object.keys(vendors.publishing)), ...directories.checks]
  return { ...ports, portChecks }
}

export type Ports = ReturnType<typeof createPorts>
