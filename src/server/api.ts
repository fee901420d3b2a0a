import type { FastifyInstance } from 'fastify'
import * as articleVersions from '#shared/features/articles/article-versions/contract.ts'
import * as articles from '#shared/features/articles/articles/contract.ts'
import * as board from '#shared/features/articles/board/contract.ts'
import * as claims from '#shared/features/articles/claims/contract.ts'
import * as comparison from '#shared/features/articles/comparison/contract.ts'
import * as decisions from '#shared/features/articles/decisions/contract.ts'
import * as posts from '#shared/features/articles/posts/contract.ts'
import * as preflight from '#shared/features/articles/preflight/contract.ts'
import * as preview from '#shared/features/articles/preview/contract.ts'
import * as replacements from '#shared/features/articles/replacements/contract.ts'
import * as revisions from '#shared/features/articles/revisions/contract.ts'
import * as alertRules from '#shared/features/desk/alert-rules/contract.ts'
import * as bot from '#shared/features/desk/bot/contract.ts'
import * as firstSteps from '#shared/features/desk/first-steps/contract.ts'
import * as gameSolutions from '#shared/features/desk/game-solutions/contract.ts'
import * as googleSheets from '#shared/features/desk/google-sheets/contract.ts'
import * as assistants from '#shared/features/ground/assistants/contract.ts'
import * as audit from '#shared/features/ground/audit/contract.ts'
import * as auth from '#shared/features/ground/auth/contract.ts'
import * as exports from '#shared/features/ground/exports/contract.ts'
import * as factors from '#shared/features/ground/factors/contract.ts'
import * as featureFlags from '#shared/features/ground/feature-flags/contract.ts'
import * as images from '#shared/features/ground/images/contract.ts'
import * as notices from '#shared/features/ground/notices/contract.ts'
import * as outside from '#shared/features/ground/outside/contract.ts'
import * as provider from '#shared/features/ground/provider/contract.ts'
import * as savedViews from '#shared/features/ground/saved-views/contract.ts'
import * as serviceAccounts from '#shared/features/ground/service-accounts/contract.ts'
import * as signInRules from '#shared/features/ground/sign-in-rules/contract.ts'
import * as sites from '#shared/features/ground/sites/contract.ts'
import * as system from '#shared/features/ground/system/contract.ts'
import * as tokens from '#shared/features/ground/tokens/contract.ts'
import * as users from '#shared/features/ground/users/contract.ts'
import * as keywordChanges from '#shared/features/keywords/keyword-changes/contract.ts'
import * as keywordComments from '#shared/features/keywords/keyword-comments/contract.ts'
import * as keywordResearch from '#shared/features/keywords/keyword-research/contract.ts'
import * as keywordUploads from '#shared/features/keywords/keyword-uploads/contract.ts'
import * as keywords from '#shared/features/keywords/keywords/contract.ts'
import * as opportunities from '#shared/features/keywords/opportunities/contract.ts'
import * as planner from '#shared/features/keywords/planner/contract.ts'
import * as marketExports from '#shared/features/market/market-exports/contract.ts'
import * as marketImports from '#shared/features/market/market-imports/contract.ts'
import * as shareOfVoice from '#shared/features/market/share-of-voice/contract.ts'
import * as dbQuery from '#shared/features/operate/db-query/contract.ts'
import * as eventHooks from '#shared/features/operate/event-hooks/contract.ts'
import * as failedJobs from '#shared/features/operate/failed-jobs/contract.ts'
import * as runs from '#shared/features/operate/runs/contract.ts'
import * as scan from '#shared/features/operate/scan/contract.ts'
import * as webhooks from '#shared/features/operate/webhooks/contract.ts'
import * as accessReviews from '#shared/features/people/access-reviews/contract.ts'
import * as offboarding from '#shared/features/people/offboarding/contract.ts'
import * as userAccess from '#shared/features/people/user-access/contract.ts'
import * as userActivity from '#shared/features/people/user-activity/contract.ts'
import * as work from '#shared/features/people/work/contract.ts'
import * as adoptions from '#shared/features/posts/adoptions/contract.ts'
import * as contentTracker from '#shared/features/posts/content-tracker/contract.ts'
import * as gscKeywords from '#shared/features/posts/gsc-keywords/contract.ts'
import * as rivalries from '#shared/features/posts/rivalries/contract.ts'
import * as searchTasks from '#shared/features/posts/search-tasks/contract.ts'
import * as stockReport from '#shared/features/posts/stock-report/contract.ts'
import * as warehouse from '#shared/features/posts/warehouse/contract.ts'
import * as commissionCategories from '#shared/features/products/commission-categories/contract.ts'
import * as productLibrary from '#shared/features/products/product-library/contract.ts'
import * as products from '#shared/features/products/products/contract.ts'
import { FURTHER_REFUSALS } from './api-refusals.ts'
import { NOUN_TEXTS, PARAMETER_TEXTS } from './api-texts.ts'
import { clientFiles, packed } from './client/package.ts'
import { describeEvents } from './event-descriptions.ts'
import { namedSchemas } from './http/component-schemas.ts'
import { type ApiTexts, describeApi, type NamedEndpoint } from './http/openapi.ts'
import { referencePage, STYLE_HASH } from './http/reference-page.ts'
import { allowStyles } from './http/security-headers.ts'

/** The contract of every noun. */
const CONTRACTS = {
  system,
  auth,
  factors,
  provider,
  signInRules,
  users,
  tokens,
  serviceAccounts,
  assistants,
  work,
  userAccess,
  offboarding,
  accessReviews,
  userActivity,
  audit,
  sites,
  adoptions,
  keywords,
  keywordUploads,
  keywordChanges,
  keywordComments,
  keywordResearch,
  opportunities,
  marketExports,
  marketImports,
  planner,
  runs,
  savedViews,
  articles,
  articleVersions,
  revisions,
  claims,
  notices,
  outside,
  failedJobs,
  featureFlags,
  firstSteps,
  gameSolutions,
  googleSheets,
  preflight,
  preview,
  posts,
  board,
  bot,
  images,
  products,
  productLibrary,
  commissionCategories,
  stockReport,
  replacements,
  shareOfVoice,
  contentTracker,
  alertRules,
  gscKeywords,
  rivalries,
  searchTasks,
  exports,
  dbQuery,
  comparison,
  decisions,
  webhooks,
  eventHooks,
  warehouse,
  scan,
}

type EndpointsName = `${string}Endpoints`
type Api = {
  [Noun in keyof typeof CONTRACTS]: (typeof CONTRACTS)[Noun][Extract<
    keyof (typeof CONTRACTS)[Noun],
    EndpointsName
  >]
}

/** Endpoints of every noun: the basis of the server, the documentation and the permission matrix. */
export const API = Object.fromEntries(
  Object.entries(CONTRACTS).map(([noun, contract]) => [
    noun,
    Object.entries(contract).find(([name]) => name.endsWith('Endpoints'))?.[1],
  ]),
) as Api

export const OPERATIONS: readonly NamedEndpoint[] = Object.entries(API).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${noun}.${name}`, endpoint })),
)

const NOUNS: Readonly<Record<keyof typeof CONTRACTS, string>> = NOUN_TEXTS
const TEXTS: ApiTexts = { nouns: NOUNS, parameters: PARAMETER_TEXTS, refusals: FURTHER_REFUSALS }

/** The API's description in the words of its contracts. */
export const describeOperations = (about: { version: string }) =>
  describeApi({
    ...{ ...about, endpoints: OPERATIONS, schemas: namedSchemas(CONTRACTS), texts: TEXTS },
    webhooks: describeEvents(),
  })

/** Description of the API for programs and readers, generated on first request. */
export function addApiDescription(server: FastifyInstance, about: { version: string }) {
  const write = () => {
    const description = describeOperations(about)
    return { json: JSON.stringify(description), page: referencePage(description) }
  }
  let written: ReturnType<typeof write> | undefined
  const description = () => {
    written ??= write()
    return written
  }
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json').send(description().json),
  )
  server.get('/api/docs', (_request, reply) => {
    allowStyles(reply, STYLE_HASH)
    return reply.type('text/html; charset=utf-8').send(description().page)
  })
  let client: Promise<Buffer> | undefined
  server.get('/api/client.tgz', async (_request, reply) => {
    client ??= clientFiles(OPERATIONS, describeOperations(about))
      .then(packed)
      .catch((error) => {
        client = undefined
        throw error
      })
    return reply.type('application/gzip').send(await client)
  })
}
