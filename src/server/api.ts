import type { FastifyInstance } from 'fastify'
import { articleVersionEndpoints } from '#shared/features/article-versions/contract.ts'
import { articleEndpoints } from '#shared/features/articles/contract.ts'
import { auditEndpoints } from '#shared/features/audit/contract.ts'
import { authEndpoints } from '#shared/features/auth/contract.ts'
import { boardEndpoints } from '#shared/features/board/contract.ts'
import { claimEndpoints } from '#shared/features/claims/contract.ts'
import { comparisonEndpoints } from '#shared/features/comparison/contract.ts'
import { exportEndpoints } from '#shared/features/exports/contract.ts'
import { imageEndpoints } from '#shared/features/images/contract.ts'
import { keywordChangeEndpoints } from '#shared/features/keyword-changes/contract.ts'
import { keywordCommentEndpoints } from '#shared/features/keyword-comments/contract.ts'
import { keywordUploadEndpoints } from '#shared/features/keyword-uploads/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/contract.ts'
import { noticeEndpoints } from '#shared/features/notices/contract.ts'
import { postEndpoints } from '#shared/features/posts/contract.ts'
import { preflightEndpoints } from '#shared/features/preflight/contract.ts'
import { previewEndpoints } from '#shared/features/preview/contract.ts'
import { productEndpoints } from '#shared/features/products/contract.ts'
import { savedViewEndpoints } from '#shared/features/saved-views/contract.ts'
import { shareOfVoiceEndpoints } from '#shared/features/share-of-voice/contract.ts'
import { siteEndpoints } from '#shared/features/sites/contract.ts'
import { systemEndpoints } from '#shared/features/system/contract.ts'
import { userActivityEndpoints } from '#shared/features/user-activity/contract.ts'
import { userEndpoints } from '#shared/features/users/contract.ts'
import { webhookEndpoints } from '#shared/features/webhooks/contract.ts'
import type { Endpoints } from '#shared/http/endpoint.ts'
import { describeApi, type NamedEndpoint } from './http/openapi.ts'
import { referencePage } from './http/reference-page.ts'

/** Every noun's endpoints: what the server serves, what is documented and what the permission matrix lists. */
export const API = {
  system: systemEndpoints,
  auth: authEndpoints,
  users: userEndpoints,
  userActivity: userActivityEndpoints,
  audit: auditEndpoints,
  sites: siteEndpoints,
  keywords: keywordEndpoints,
  keywordUploads: keywordUploadEndpoints,
  keywordChanges: keywordChangeEndpoints,
  keywordComments: keywordCommentEndpoints,
  savedViews: savedViewEndpoints,
  articles: articleEndpoints,
  articleVersions: articleVersionEndpoints,
  claims: claimEndpoints,
  notices: noticeEndpoints,
  preflight: preflightEndpoints,
  preview: previewEndpoints,
  posts: postEndpoints,
  board: boardEndpoints,
  images: imageEndpoints,
  products: productEndpoints,
  shareOfVoice: shareOfVoiceEndpoints,
  exports: exportEndpoints,
  comparison: comparisonEndpoints,
  webhooks: webhookEndpoints,
} as const satisfies Record<string, Endpoints>

export const OPERATIONS: readonly NamedEndpoint[] = Object.entries(API).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${noun}.${name}`, endpoint })),
)

/** The API's own description, for programs and for people. */
export function addApiDescription(server: FastifyInstance, version: string) {
  const description = JSON.stringify(describeApi(OPERATIONS, version))
  const page = referencePage(OPERATIONS)
  server.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(description))
  server.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
