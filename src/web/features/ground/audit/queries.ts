import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AuditEntry, auditEndpoints, COUNTED_ENTRIES } from '#shared/features/ground/audit/contract.ts'
import { ACTS_BESIDE_EVENTS } from '#shared/features/ground/audit/rules.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import type { AuditQuestion } from './search.ts'

/** The server stops counting at a limit, so the total can be that limit. */
const pageOf = (found: { nodes: AuditEntry[]; totalCount: number } | null) => ({
  rows: found?.nodes ?? [],
  total: Math.min(found?.totalCount ?? 0, COUNTED_ENTRIES),
})

/** One page of the audit trail, newest first. */
export const auditQuery = (question: AuditQuestion, page: number) =>
  queryOptions({
    queryKey: ['audit', 'list', question, page],
    queryFn: async ({ signal }) =>
      pageOf(await call(auditEndpoints.list, { query: { ...question, page } }, { signal })),
    placeholderData: keepPreviousData,
  })

/** Acts by a person and acts that concern them. */
export const personAuditQuery = (concernsId: number, page: number) =>
  queryOptions({
    queryKey: ['audit', 'person', concernsId, page],
    queryFn: async ({ signal }) =>
      pageOf(await call(auditEndpoints.list, { query: { concerns_id: concernsId, page } }, { signal })),
    placeholderData: keepPreviousData,
  })

/** The latest acts on an article that are not in its events or versions. */
export const articleAuditQuery = (articleId: number) =>
  queryOptions({
    queryKey: ['audit', 'article', articleId],
    queryFn: async ({ signal }) => {
      const act = [...ACTS_BESIDE_EVENTS]
      const query = { noun: 'article', noun_id: String(articleId), act } as const
      return (await call(auditEndpoints.list, { query }, { signal }))?.nodes ?? []
    },
  })

export const downloadAudit = (question: AuditQuestion): Promise<Blob> =>
  download(`${auditEndpoints.export.path}${queryString(question)}`)
