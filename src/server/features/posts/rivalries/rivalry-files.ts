import Papa from 'papaparse'
import { SCREENS } from '#shared/access/screens.ts'
import { ADVICE_LABELS } from '#shared/features/posts/gsc-keywords/rules.ts'
import { RivalryFileQuery } from '#shared/features/posts/rivalries/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import { safeText } from '#shared/format/safe-text.ts'
import { readInSlices } from '../../../db/read-in-slices.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import type { StrikingFileDeps } from '../gsc-keywords/deps.ts'
import { presentRivalry } from './present.ts'
import { allRivalriesQuery, type RivalryFound } from './queries.ts'

export const CANNIBALISATION = 'cannibalisation'

const HEADER = [
  'Query',
  'Clicks lost',
  'Severity',
  'Site',
  'Post ID',
  'Title',
  'Address',
  'Keyword',
  'Clicks',
  'Impressions',
  'Position',
  'Earnings, 30 days',
  'Proposal',
]

/** A line for each post, the one that had best keep the query first. */
function linesOf(found: RivalryFound, { period }: RivalryFileQuery) {
  const { query, lost, severity, posts } = presentRivalry(found, period)
  return posts.map((post) => [
    safeText(query),
    lost,
    severity,
    safeText(post.site_code),
    safeText(post.post_id),
    safeText(post.post_title),
    safeText(post.permalink ?? ''),
    safeText(post.post_keyword ?? ''),
    post.clicks,
    post.impressions,
    post.position.toFixed(1),
    post.earnings?.toFixed(2) ?? '',
    ADVICE_LABELS[post.advice],
  ])
}

const lines = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\n' })}\n`

async function* fileOf({ pool }: Pick<StrikingFileDeps, 'pool'>, query: RivalryFileQuery) {
  yield lines([HEADER])
  for await (const rows of readInSlices<RivalryFound>(pool, allRivalriesQuery(query)))
    if (rows.length > 0) yield lines(rows.flatMap((row) => linesOf(row, query)))
}

/** The file behind cannibalisation, as a kind of export. */
export function rivalryFiles(deps: StrikingFileDeps): ExportKinds {
  return {
    [CANNIBALISATION]: exportKind(RivalryFileQuery, {
      access: SCREENS.gscKeywords.access,
      nameOf: ({ period }) => `cannibalisation-${period}-days-${dayAt(deps.clock(), deps.timeZone)}.csv`,
      write: (query) => fileOf(deps, query),
    }),
  }
}
