import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { counted } from '#shared/format/count.ts'
import type { Db } from '../../db/connect.ts'
import { BUILT_IN_MARKET } from '../keyword-market/built-in.ts'
import { demandWeeksOf } from '../keyword-market/invented-demand.ts'
import {
  countMarketKeywords,
  findMarketKeyword,
  findRelatedKeywords,
  type MarketKeywordRow,
} from '../keyword-market/keyword-store.ts'
import { type KeywordResearch, MOST_RESEARCHED, type ResearchedKeyword } from './port.ts'
import { nounOf, questionsAbout } from './question-bank.ts'

interface BuiltInResearchDeps {
  db: Db
  clock: () => Date
}

const MONTHS = 12
/** Words too common to search for. */
const COMMON = new Set(['best', 'for', 'the', 'with', 'under', 'and', 'a', 'of', 'to', 'small', 'large'])

/** With this many matches for all words, matches for some of them are not needed. */
const ENOUGH = 10

/**
 * Rank of a match: equal, then containing the typed text, then containing all of its words, then the rest.
 */
function nearness(identity: string, words: readonly string[]): number {
  const typed = words.join(' ')
  if (identity === typed) return 0
  const padded = ` ${identity} `
  if (padded.includes(` ${typed} `)) return 1
  return words.every((word) => padded.includes(` ${word} `)) ? 2 : 3
}

/** Monthly sums of a year of weeks, oldest first. */
function monthsOf({ identity, country, model }: MarketKeywordRow, now: Date): number[] {
  if (!model) return []
  const byMonth = Map.groupBy(demandWeeksOf({ identity, country, model }, 'searchVolume', now), ({ date }) =>
    date.slice(0, 7),
  )
  const sums = [...byMonth.values()].map((weeks) => weeks.reduce((sum, { value }) => sum + value, 0))
  // The last month may have only begun.
  return sums.slice(-MONTHS - 1, -1)
}

/** Research in the built-in market's searches and a bank of questions; works without a network. */
export function createBuiltInResearch({ db, clock }: BuiltInResearchDeps): KeywordResearch {
  const source = BUILT_IN_MARKET

  return {
    source,
    async keywords(typed, country) {
      const words = keywordIdentity(typed).split(' ')
      const find = (some: readonly string[], isAny: boolean) =>
        findRelatedKeywords(db, { source, country, words: some, isAny, most: MOST_RESEARCHED })
      const whole = await find(words, false)
      const telling = words.filter((word) => !COMMON.has(word))
      const related = whole.length < ENOUGH ? await find(telling, true) : []
      const rows = [...new Map([...whole, ...related].map((row) => [row.id, row])).values()]
      const near = (row: MarketKeywordRow) => nearness(row.identity, words)
      const value = rows
        .sort((one, other) => near(one) - near(other) || other.volume - one.volume)
        .slice(0, MOST_RESEARCHED)
        .map(
          (row): ResearchedKeyword => ({
            keyword: row.name,
            volume: row.volume,
            competition: row.competition,
            months: monthsOf(row, clock()),
          }),
        )
      return { value, asOf: clock() }
    },
    async questions(typed, country) {
      const words = keywordIdentity(typed)
      const known = await findMarketKeyword(db, source, country, nounOf(words))
      const [related] = known
        ? [known]
        : await findRelatedKeywords(db, {
            source,
            country,
            words: nounOf(words).split(' '),
            isAny: false,
            most: 1,
          })
      // No questions for a keyword that is not searched for.
      if (!related) return { value: [], asOf: clock() }
      const value = questionsAbout(words, related.category).map((question) => ({ ...question, link: null }))
      return { value, asOf: clock() }
    },
    isConnected: async () => (await countMarketKeywords(db, source)) > 0,
    usage: async () => null,
    async check() {
      const count = await countMarketKeywords(db, source)
      const detail =
        count === 0
          ? 'No keyword research is connected.'
          : `${counted(count)} invented searches and a bank of questions`
      return { adapter: source, ok: true, detail }
    },
  }
}
