import { countedIn } from '../../../format/count.ts'
import { ADVICES, type Advice, type Period, TOP_PLACE } from '../gsc-keywords/rules.ts'

/** Aim of a task: one of the proposals for rivalries, or reaching the top positions. */
export const TASK_AIMS = [...ADVICES, 'climb'] as const
export type TaskAim = (typeof TASK_AIMS)[number]

/** A post has at most one task per query in each of these lists. */
export const AIM_LISTS = ['striking', 'rivals'] as const
export type AimList = (typeof AIM_LISTS)[number]
export const listOfAim = (aim: TaskAim): AimList => (aim === 'climb' ? 'striking' : 'rivals')

/** `gone`: deleted on its board. */
export const TASK_STATES = ['pending', 'done', 'failed', 'gone'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** Most tasks in one call. */
export const MOST_TASKS = 100

/** Longest task name on a board. */
const NAME_MAXIMUM = 255

/** Possible alternatives to the proposal: the keeper keeps the query, the others give it up. */
export const aimsOf = (isKeeper: boolean): readonly Advice[] =>
  isKeeper ? ['keep'] : ADVICES.filter((advice) => advice !== 'keep')

const NAMES: Readonly<Record<TaskAim, (query: string) => string>> = {
  keep: (query) => `Strengthen for “${query}”`,
  keyword: (query) => `Use another keyword than “${query}”`,
  link: (query) => `Link to the post that keeps “${query}”`,
  merge: (query) => `Merge into the post that keeps “${query}”`,
  climb: (query) => `Bring “${query}” to the top ${TOP_PLACE}`,
}

/** Task name: the action and the post. */
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
  /** The post that keeps the query; null if it is this one, or there is no other. */
  kept: NamedPost | null
  /** The post's best other query. */
  other: string | null
  /** Address of the proposal. */
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

/** Notes of a task: what to do, where and why. */
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
