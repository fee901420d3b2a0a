import type { ResearchRow } from '#shared/features/keyword-research/contract.ts'
import { safeText } from '#shared/format/safe-text.ts'
import type { Found } from './queries.ts'

/** A CSV file of the given rows. It is made from what was looked up, because another lookup could cost money. */
export async function researchFile(
  rows: readonly Found<ResearchRow>[],
  asked: readonly string[],
): Promise<Blob> {
  const { default: Papa } = await import('papaparse')
  const isSeveral = asked.length > 1
  const header = [
    'Keyword',
    ...(isSeveral ? ['Found by'] : []),
    'Volume',
    'Trend',
    'Competition',
    'Searches by month',
    'In Copydesk',
  ]
  const cells = rows.map(({ keyword, from, volume, trend, competition, months, keyword_id: id }) => [
    safeText(keyword),
    ...(isSeveral ? [safeText(from.map((at) => asked[at - 1]).join('; '))] : []),
    volume,
    trend,
    competition,
    months.join(' '),
    id === undefined ? 'no' : 'yes',
  ])
  const text = Papa.unparse([header, ...cells], { newline: '\n' })
  // Excel reads UTF-8 only behind a byte order mark.
  return new Blob([`\ufeff${text}\n`], { type: 'text/csv;charset=utf-8' })
}
