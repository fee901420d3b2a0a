import type { ResearchRow } from '#shared/features/keywords/keyword-research/contract.ts'
import { safeText } from '#shared/format/safe-text.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { FAILURES } from './messages.ts'
import type { Found } from './queries.ts'
import { keywordsOf, type ResearchSearch } from './search.ts'

/** Built in the browser, because another lookup could cost money. */
async function researchFile(rows: readonly Found<ResearchRow>[], asked: readonly string[]): Promise<Blob> {
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

/** Saves the given rows of a lookup as a CSV file. */
export function useResearchFile(search: ResearchSearch) {
  const today = useToday()
  return (rows: readonly Found<ResearchRow>[]) =>
    void researchFile(rows, keywordsOf(search))
      .then((file) => saveFile(file, `keyword-research-${search.country}-${today}.csv`))
      .catch(handleError(FAILURES.export))
}
