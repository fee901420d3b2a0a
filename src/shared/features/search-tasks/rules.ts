import { countedIn } from '../../format/count.ts'
import { ADVICES, type Advice, type Period, TOP_PLACE } from '../gsc-keywords/rules.ts'

/** What a task may ask for: one of the proposals for posts that take a query from each other, or the first places. */
export const TASK_AIMS = [...ADVICES, 'climb'] as const
export type TaskAim = (typeof TASK_AIMS)[number]

/** A post has at most one task for a query in each of these lists. */
export const AIM_LISTS = ['striking', 'rivals'] as const
export type AimList = (typeof AIM_LISTS)[number]
export const listOfAim = (aim: TaskAim): AimList => (aim === 'climb' ? 'striking' : 'rivals')

/** `gone`: somebody has deleted it on its board. */
export const TASK_STATES = ['pending', 'done', 'failed', 'gone'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** Tasks that may be asked for in one call. */
export const MOST_TASKS = 100

/** As long as a task's name may be on a board. */
const NAME_MAXIMUM = 255

/** What can be done about a post besides what is proposed: the one that keeps the query keeps it, the others give it up. */
export const aimsOf = (isKeeper: boolean): readonly Advice[] =>
  isKeeper ? ['keep'] : ADVICES.filter((advice) => advice !== 'keep')

const NAMES: Readonly<Record<TaskAim, (query: string) => string>> = {
  keep: (query) => `Strengthen for “${query}”`,
  keyword: (query) => `Use another keyword than “${query}”`,
  link: (query) => `Link to the post that keeps “${query}”`,
  merge: (query) => `Merge into the post that keeps “${query}”`,
  climb: (query) => `Bring “${query}” to the top ${TOP_PLACE}`,
}

/** What a task is called: what is to be done, and to which post. */
export function taskName(aim: TaskAim, query: string, title: string): string {
  const name = `${NAMES[aim](query)}: ${title}`
  return name.length <= NAME_MAXIMUM ? name : `${name.slice(0, NAME_MAXIMUM - 1)}…`
}

interface NamedPost {
  title: string
  address: string | null
}

export interface TaskWords {
  aim: TaskAim
  query: string
  period: Period
  post: NamedPost & { keyword: string | null }
  clicks: number
  impressions: number
  position: number
  /** The post that keeps the query; null where that is this one, or there is no other. */
  kept: NamedPost | null
  /** The query that brings most people to the post besides this one. */
  other: string | null
  /** Where the proposal stands. */
  source: string
}

const named = ({ title, address }: NamedPost) => (address === null ? `“${title}”` : `“${title}” (${address})`)

function deedOf({ aim, query, kept, other }: TaskWords): string {
  const keeper = kept === null ? 'the post that keeps it' : named(kept)
  if (aim === 'keep')
    return `This post keeps “${query}”. Cover the query in the title and a heading, and update the text.`
  if (aim === 'keyword')
    return `${keeper} keeps “${query}”. Rewrite this post for ${other === null ? 'another query' : `“${other}”`} instead, and take “${query}” out of its title and headings.`
  if (aim === 'link')
    return `${keeper} keeps “${query}”. Link to it wherever this post mentions “${query}”, with those words as the link text.`
  if (aim === 'merge')
    return `${keeper} keeps “${query}”. Move this post’s unique content into it, and redirect this post’s address there.`
  return `This post ranks just below the top for “${query}”. Cover the query in the title and a heading, and update the text.`
}

/** What a task says: what is to be done, where, and why. */
export function taskNotes(words: TaskWords): string {
  const { query, period, post, clicks, impressions, position, source } = words
  return [
    deedOf(words),
    '',
    `Post: ${named(post)}`,
    `Its keyword: ${post.keyword ?? 'none'}`,
    `For “${query}” in ${period} days: ${countedIn(clicks, 'click')}, ${countedIn(impressions, 'impression')}, position ${position.toFixed(1)}`,
    `Proposed in Copydesk: ${source}`,
  ].join('\n')
}
