import Papa from 'papaparse'
import { SCREENS } from '#shared/access/screens.ts'
import { StrikingFileQuery } from '#shared/features/posts/gsc-keywords/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import { safeText } from '#shared/format/safe-text.ts'
import { readInSlices } from '../../../db/read-in-slices.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import type { StrikingFileDeps } from './deps.ts'
import { presentStriking } from './present.ts'
import { allStrikingQuery, type StrikingFound } from './striking-queries.ts'

export const STRIKING_DISTANCE = 'striking-distance'

const HEADER = [
  'Query',
  'Site',
  'Post ID',
  'Title',
  'Address',
  'Position',
  'Position before',
  'Impressions',
  'Impressions before',
  'Clicks',
  'Clicks before',
  'Clicks, top places',
  'Potential clicks',
  'Worth a month',
  'Likely cause',
]

function cellsOf(found: StrikingFound, now: Date) {
  const row = presentStriking(found, now)
  return [
    safeText(row.query),
    safeText(row.site_code),
    safeText(row.post_id),
    safeText(row.post_title),
    safeText(row.permalink ?? ''),
    row.position.toFixed(1),
    row.before?.position.toFixed(1) ?? '',
    row.impressions,
    row.before?.impressions ?? '',
    row.clicks,
    row.before?.clicks ?? '',
    row.top_clicks,
    row.to_be_had,
    row.worth?.toFixed(2) ?? '',
    safeText(row.held_back_by),
  ]
}

const lines = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\n' })}\n`

async function* fileOf({ pool, clock }: StrikingFileDeps, query: StrikingFileQuery) {
  yield lines([HEADER])
  for await (const rows of readInSlices<StrikingFound>(pool, allStrikingQuery(query)))
    yield lines(rows.map((row) => cellsOf(row, clock())))
}

/** The file behind striking distance, as a kind of export. */
export function strikingFiles(deps: StrikingFileDeps): ExportKinds {
  return {
    [STRIKING_DISTANCE]: exportKind(StrikingFileQuery, {
      access: SCREENS.gscKeywords.access,
      nameOf: ({ period }) => `striking-distance-${period}-days-${dayAt(deps.clock(), deps.timeZone)}.csv`,
      write: (query) => fileOf(deps, query),
    }),
  }
}
