import type {
  ParsedStory,
  ReportChoices,
  Stat,
  Surfaces,
} from '#shared/features/market/share-of-voice/contract.ts'
import type { StoredChoices } from './choices-store.ts'
import type { HeldKeywords, ReadStat } from './queries.ts'

export const presentStory = ({ title, publishedDate, url, items }: ReadStat['story']): ParsedStory => ({
  title,
  publishedDate,
  fullArticleUrl: url,
  items,
})

export const presentStat = (stat: ReadStat): Stat => ({
  stat_id: stat.id,
  keyword_id: stat.keywordId,
  created_at: stat.day,
  publisher: stat.publisher,
  is_winning: stat.isWinning,
  parsed_data: presentStory(stat.story),
})

const sumOf = (rows: readonly HeldKeywords[]) => rows.reduce((sum, { keywords }) => sum + keywords, 0)

/** A line per publisher, ours first and then the busiest; a day without any row is one on which nothing was collected. */
export function presentSurfaces(
  days: readonly string[],
  held: readonly HeldKeywords[],
): Omit<Surfaces, 'outings'> {
  const byDay = Map.groupBy(held, ({ day }) => day)
  const byPublisher = [...Map.groupBy(held, ({ publisher }) => publisher)]
    .map(([publisher, rows]) => ({ publisher, rows, isOurs: rows[0]?.isOurs === true, total: sumOf(rows) }))
    .sort((one, other) => Number(other.isOurs) - Number(one.isOurs) || other.total - one.total)
  return {
    days: [...days],
    series: byPublisher.map(({ publisher, rows, isOurs }) => {
      const heldOn = new Map(rows.map(({ day, keywords }) => [day, keywords]))
      return {
        publisher,
        is_ours: isOurs,
        values: days.map((day) => heldOn.get(day) ?? (byDay.has(day) ? 0 : null)),
      }
    }),
    overall: days.map((day) => {
      const rows = byDay.get(day)
      return rows === undefined ? null : sumOf(rows)
    }),
  }
}

export const presentChoices = ({ winnersSize, surfacesView, oosGroup }: StoredChoices): ReportChoices => ({
  winners_size: winnersSize,
  surfaces_view: surfacesView,
  oos_group: oosGroup,
})
