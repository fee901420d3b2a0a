import { SCREENS } from '#shared/access/screens.ts'
import { askedPeriod, MOST_WEEKS, PERIODS } from '#shared/features/desk/bot/rules.ts'
import { ContentFilter, type WeekEarnings } from '#shared/features/posts/content-tracker/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'
import { percent } from '#shared/format/percent.ts'
import { CONTENT_TRACKER } from '../../posts/area.ts'
import { fileOption, lasting, linkTo, MOST_OFFERED, offer, quoted, say } from './answer-text.ts'
import type { BotAnswer, CommandDeps, CommandReader } from './deps.ts'

const POST = /^([^\s/]+)\/(\S+)$/
const DAYS = 7

const weeksLasting = (weeks: number) => (weeks === 1 ? 'full week' : `${weeks} full weeks`)

const sumOf = (weeks: readonly WeekEarnings[]) => weeks.reduce((sum, { EARNINGS }) => sum + EARNINGS, 0)

/** Earnings of the last `weeks` reported weeks, and of the same number of weeks before. */
function earned(history: readonly WeekEarnings[], weeks: number) {
  const last = history.at(-1)?.WEEK_START_DATE
  const first = history[0]?.WEEK_START_DATE
  if (last === undefined || first === undefined) return null
  const from = plusDays(last, -DAYS * (weeks - 1))
  const before = plusDays(from, -DAYS * weeks)
  const sum = sumOf(history.filter((week) => week.WEEK_START_DATE >= from))
  const sumBefore = sumOf(history.filter(({ WEEK_START_DATE: week }) => week < from && week >= before))
  // No comparison with weeks that were not reported.
  const isKnownBefore = weeks * 2 <= MOST_WEEKS && first <= before && sumBefore > 0
  return { sum, last, change: isKnownBefore ? sum / sumBefore - 1 : null }
}

function sentence(who: string, history: readonly WeekEarnings[] | null, weeks: number): string {
  const told = history === null ? null : earned(history, weeks)
  if (told === null) return `${who}: no earnings data.`
  const { sum, last, change } = told
  const period = `in the ${weeksLasting(weeks)} up to the week of ${last}`
  if (change === null) return `${who} earned ${money(sum)} ${period}.`
  const way = change < 0 ? 'less' : 'more'
  return `${who} earned ${money(sum)} ${period}, ${percent(Math.abs(change))} ${way} than in the period before.`
}

const otherPeriods = (words: string, weeks: number) =>
  PERIODS.filter((period) => period !== weeks).map((period) =>
    offer(lasting(period, 'week'), 'earnings', `${words} ${period} weeks`.trim()),
  )

async function ofPost(
  { contentTracker }: CommandDeps,
  { site, postId, title }: { site: string; postId: string; title?: string },
  weeks: number,
): Promise<BotAnswer> {
  const { history } = await contentTracker.readHistory({ site, postId })
  const name = title === undefined ? `Post ${site}/${postId}` : quoted(title)
  return say(sentence(name, history, weeks), [
    linkTo('Open in Content Tracker', SCREENS.contentTracker.path, {
      site,
      ...(title === undefined ? {} : { title }),
      post: `${site}/${postId}`,
      tab: 'earnings',
    }),
    ...otherPeriods(`${site}/${postId}`, weeks),
  ])
}

async function ofSites(
  { contentTracker }: CommandDeps,
  site: { code: string; displayName: string } | null,
  weeks: number,
): Promise<BotAnswer> {
  const { weeks: history } = await contentTracker.readOverview(site === null ? {} : { site: site.code })
  const filter: Record<string, string> = site === null ? {} : { site: site.code }
  const name = site?.displayName ?? 'All sites together'
  return say(sentence(name, history, weeks), [
    linkTo('Open Content Tracker', SCREENS.contentTracker.path, filter),
    fileOption(
      `Posts of ${site?.displayName ?? 'all sites'} as CSV`,
      CONTENT_TRACKER,
      ContentFilter.parse(filter),
    ),
    ...otherPeriods(site?.code ?? '', weeks),
  ])
}

/** Posts whose titles have the words. */
async function ofTitled(deps: CommandDeps, words: string, weeks: number): Promise<BotAnswer> {
  const { total, rows } = await deps.contentTracker.readContent({
    ...ContentFilter.parse({ title: words }),
    page: 1,
  })
  const [only] = rows
  if (only === undefined)
    return say(`No site code or post title matches ${quoted(words)}.`, [
      linkTo('Content Tracker', SCREENS.contentTracker.path),
    ])
  if (total === 1)
    return ofPost(deps, { site: only.SITE, postId: only.POST_ID, title: only.POST_TITLE }, weeks)
  return say(`${total} posts have ${quoted(words)} in the title. Which one? Top earners first.`, [
    ...rows
      .slice(0, MOST_OFFERED)
      .map(({ SITE, POST_ID, POST_TITLE }) =>
        offer(`${POST_TITLE} (${SITE}/${POST_ID})`, 'earnings', `${SITE}/${POST_ID} ${weeks} weeks`),
      ),
    linkTo('All of them', SCREENS.contentTracker.path, { title: words }),
  ])
}

/** `/earnings`: what a site or a post earned in some weeks, and before. */
export const readEarnings: CommandReader = async (deps, _actor, typed) => {
  const { words, weeks } = askedPeriod(typed)
  if (words === '') return ofSites(deps, null, weeks)
  const [, site, postId] = POST.exec(words) ?? []
  if (site !== undefined && postId !== undefined)
    return ofPost(deps, { site: site.toLowerCase(), postId }, weeks)
  const named = words.toLowerCase()
  const sites = await deps.sites.listSites()
  const found = sites.find(({ code, displayName }) => code === named || displayName.toLowerCase() === named)
  return found ? ofSites(deps, found, weeks) : ofTitled(deps, words, weeks)
}
