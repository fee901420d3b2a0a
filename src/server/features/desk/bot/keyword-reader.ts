import { SCREENS } from '#shared/access/screens.ts'
import { lengthOfRun } from '#shared/features/desk/bot/rules.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { significant } from '#shared/format/percent.ts'
import { parseText } from '../../../db/json/json-text.ts'
import { RAW_WINNERS } from '../../market/area.ts'
import { fileOption, lasting, linkTo, MOST_OFFERED, offer, quoted, say } from './answer-text.ts'
import type { BotAnswer, CommandReader } from './deps.ts'

const WINNERS = '/reports/winners'
const REPORT_DAYS = 90

function holderOf({ keyword, last_result: result, history, is_tracked, winning_percentage }: KeywordRow) {
  const isTracked = is_tracked ? 'It is tracked' : 'It isn’t tracked'
  if (result === null) return `We don’t know who holds ${quoted(keyword)} yet. ${isTracked}.`
  const whose = result.is_winning ? `${result.publisher}, one of our sites,` : result.publisher
  const side = result.is_winning ? 'We’ve held it' : 'Others have held it'
  const run = `${side} on the last ${lasting(lengthOfRun(history), 'day')} with data`
  const rate =
    winning_percentage === null
      ? ''
      : ` Of the last 30 days, ours held it on ${significant(winning_percentage)}%.`
  return `${quoted(keyword)} was held by ${whose} on ${result.day}. ${run}.${rate}`
}

function aboutKeyword(row: KeywordRow): BotAnswer {
  const { keyword_id: id, keyword, articles, comments } = row
  const work = [countedIn(articles.length, 'article'), countedIn(comments, 'comment')].join(' and ')
  return say(`${holderOf(row)} It has ${work}.`, [
    linkTo('Open keyword', SCREENS.keywords.path, { keyword, keyword_id: id }),
    ...(row.is_tracked
      ? [
          linkTo('Keyword Winners', WINNERS, { query: keyword, range: REPORT_DAYS }),
          fileOption(`${REPORT_DAYS} days of ${quoted(keyword)} as CSV`, RAW_WINNERS, {
            query: keyword,
            dateRange: REPORT_DAYS,
          }),
        ]
      : []),
  ])
}

/** `/keyword`: who holds a keyword, and for how long. */
export const readKeyword: CommandReader = async ({ keywords }, actor, words) => {
  if (words === '')
    return say('Which keyword? Type what buyers search for.', [
      linkTo('Keywords Summary', SCREENS.keywords.path),
    ])
  const found = await keywords.suggestKeywords(words)
  const identity = keywordIdentity(words)
  const [only, ...others] = found
  const named = found.find(({ keyword }) => keywordIdentity(keyword) === identity)
  if (only === undefined)
    return say(`No keywords match ${quoted(words)}.`, [
      linkTo('Keywords Summary', SCREENS.keywords.path, { keyword: words }),
    ])
  if (named !== undefined || others.length === 0)
    return aboutKeyword(parseText(await keywords.readKeyword(actor, (named ?? only).id)))
  return say(`Several keywords match ${quoted(words)}. Which one?`, [
    ...found.slice(0, MOST_OFFERED).map(({ keyword }) => offer(keyword, 'keyword', keyword)),
    linkTo('All of them', SCREENS.keywords.path, { keyword: words }),
  ])
}
