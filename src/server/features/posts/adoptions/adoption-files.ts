import Papa from 'papaparse'
import { z } from 'zod'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { adoptionEndpoints } from '#shared/features/posts/adoptions/contract.ts'
import { OUTCOME_LABELS } from '#shared/features/posts/adoptions/rules.ts'
import { safeText } from '#shared/format/safe-text.ts'
import type { Db } from '../../../db/connect.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import { listReport } from './queries.ts'
import type { AdoptedRow } from './store.ts'

export const ADOPTION_REPORT = 'adoption-report'

const Request = z.object({ adoptionId: z.number(), code: z.string() })
const TOGETHER = 1000
const HEADER = ['Post ID', 'Outcome', 'Title', 'Address', 'Focus keyword', 'Products', 'Note']

const cellsOf = ({ postId, outcome, title, url, focusKeyword, asins, note }: AdoptedRow) => [
  String(postId),
  outcome === null ? '' : OUTCOME_LABELS[outcome],
  safeText(title),
  safeText(safeAddress(url) ?? ''),
  safeText(focusKeyword),
  asins.join(' '),
  safeText(note),
]

const lines = (rows: string[][]) => `${Papa.unparse(rows, { newline: '\n' })}\n`

/** Outcomes of a run's posts as CSV, refused ones first. */
export async function* reportOf(db: Db, adoptionId: number): AsyncGenerator<string> {
  yield lines([HEADER])
  for (let page = 1; ; page++) {
    const { rows } = await listReport(db, adoptionId, { page, pageSize: TOGETHER })
    if (rows.length > 0) yield lines(rows.map(cellsOf))
    if (rows.length < TOGETHER) return
  }
}

/** The report of a run, as a kind of export. */
export function adoptionFiles({ db }: { db: Db }): ExportKinds {
  const { access } = adoptionEndpoints.report
  return {
    [ADOPTION_REPORT]: exportKind(Request, {
      access: typeof access === 'string' ? [] : access,
      nameOf: ({ adoptionId, code }) => `adoption-${code}-${adoptionId}.csv`,
      write: ({ adoptionId }) => reportOf(db, adoptionId),
    }),
  }
}
