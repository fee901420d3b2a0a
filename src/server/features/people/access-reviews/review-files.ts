import Papa from 'papaparse'
import { z } from 'zod'
import { accessReviewEndpoints } from '#shared/features/people/access-reviews/contract.ts'
import {
  DECISION_WORDS,
  reviewedEmail,
  STANDING_WORDS,
} from '#shared/features/people/access-reviews/rules.ts'
import { safeText } from '#shared/format/safe-text.ts'
import type { Db } from '../../../db/connect.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import { listAccounts, type ShownAccount } from './queries.ts'
import { findReview, listReviewSystems } from './store.ts'

export const ACCESS_REVIEW_REPORT = 'access-review-report'

const Request = z.object({ reviewId: z.number() })
const TOGETHER = 1000
const HEADERS = [
  'System',
  'Account',
  'Address',
  'Person',
  'Whose it is',
  'Permissions',
  'Last used (UTC)',
  'Decision',
  'Decided by',
  'When (UTC)',
  'Outcome',
]

const line = (cells: readonly string[]) => `${Papa.unparse([cells.map(safeText)], { newline: '\n' })}\n`

const cellsOf = ({ row, operationName, standing, personName, deciderName }: ShownAccount) => [
  operationName,
  row.account,
  reviewedEmail(row.email) ?? '',
  personName ?? row.name ?? '',
  STANDING_WORDS[standing],
  row.detail,
  row.lastUsedAt?.toISOString() ?? 'unknown',
  DECISION_WORDS[row.decision ?? 'undecided'],
  deciderName ?? '',
  row.decidedAt?.toISOString() ?? '',
  row.outcome,
]

const AS_LISTED = { sort: 'standing', sortOrder: 'asc' } as const

async function* linesOf(db: Db, reviewId: number): AsyncGenerator<string> {
  // By this, Excel knows that it is UTF-8.
  yield '\ufeff'
  yield line(HEADERS)
  const review = await findReview(db, reviewId)
  if (!review) return
  for (let page = 1; ; page++) {
    const { rows } = await listAccounts(db, review, { ...AS_LISTED, page, perPage: TOGETHER })
    for (const row of rows) yield line(cellsOf(row))
    if (rows.length < TOGETHER) break
  }
  for (const { operationName, state, detail } of await listReviewSystems(db, reviewId))
    if (state === 'failed') yield line([operationName, '', '', '', '', '', '', 'No answer', '', '', detail])
}

/** The reports of access reviews, as a kind of export. */
export function reviewFiles({ db }: { db: Db }): ExportKinds {
  const { access } = accessReviewEndpoints.export
  return {
    [ACCESS_REVIEW_REPORT]: exportKind(Request, {
      access: typeof access === 'string' ? [] : access,
      callers: 'person',
      nameOf: ({ reviewId }) => `access-review-${reviewId}.csv`,
      write: ({ reviewId }) => linesOf(db, reviewId),
    }),
  }
}
