import { expect, test } from 'vitest'
import type { Permission } from '../../../access/permissions.ts'
import {
  ARTICLE_STATUSES,
  type ArticleAction,
  type ArticleStatus,
  actionsFor,
  answererOf,
  asinFrom,
  isRefusedRenewal,
  maySync,
  mayUnlinkKeywords,
  POST_STATES,
  type PostRemedy,
  remediesFor,
  repeatedAsins,
  statusOfTask,
  TASK_SECTIONS,
  waitOf,
} from './rules.ts'

const OWNER = 1
const STRANGER = 2
const WRITES: readonly Permission[] = ['CreateArticle', 'PendingArticles']
const VALIDATES: readonly Permission[] = ['PendingArticles', 'ValidateArticles']

const people = {
  owner: { id: OWNER, permissions: WRITES },
  other: { id: STRANGER, permissions: WRITES },
  'owner who validates': { id: OWNER, permissions: [...WRITES, ...VALIDATES] },
  validator: { id: STRANGER, permissions: VALIDATES },
}
type Who = keyof typeof people

const review: readonly ArticleAction[] = ['approve', 'return', 'reject', 'edit']
const ofDraft: readonly ArticleAction[] = ['edit', 'submit', 'delete']
const ofReturned: readonly ArticleAction[] = ['edit', 'resubmit', 'cancel']
const nothing: readonly ArticleAction[] = []
const nobody = { owner: nothing, other: nothing, 'owner who validates': nothing, validator: nothing }

const OFFERED: Readonly<Record<ArticleStatus, Readonly<Record<Who, readonly ArticleAction[]>>>> = {
  draft: { ...nobody, owner: ofDraft, 'owner who validates': ofDraft },
  requested: { ...nobody, 'owner who validates': review, validator: review },
  approved: nobody,
  rejected: nobody,
  returned: { ...nobody, owner: ofReturned, 'owner who validates': ofReturned },
  canceled: nobody,
  published: nobody,
}

const CASES = ARTICLE_STATUSES.flatMap((status) =>
  (Object.keys(people) as Who[]).map((who) => ({ status, who, actions: OFFERED[status][who] })),
)

test.each(CASES)(
  'of a $status article the $who is offered $actions [ART-118] [ART-119] [ART-120] [ART-121] [ART-122] [ART-123] [ART-124] [ART-125] [ART-126]',
  ({ status, who, actions }) => {
    expect(actionsFor(people[who], { status, userId: OWNER })).toEqual(actions)
  },
)

test('its owner and validators edit the keywords of an article in every status but draft [D61]', () => {
  const may = (who: Who, status: string) => mayUnlinkKeywords(people[who], { status, userId: OWNER })
  for (const status of ARTICLE_STATUSES) {
    expect([may('owner', status), may('other', status)]).toEqual([true, false])
    expect(may('validator', status)).toBe(status !== 'draft')
  }
})

test('an article is synced by its owner and by users who manage articles [D150]', () => {
  const manager = { id: STRANGER, permissions: ['ManageArticles'] as const }
  const may = (person: typeof manager | (typeof people)[Who], status: string) =>
    maySync(person, { status, userId: OWNER })
  expect([may(people.owner, 'approved'), may(people.other, 'approved')]).toEqual([true, false])
  expect([may(manager, 'approved'), may(manager, 'draft')]).toEqual([true, false])
})

test('an article in an unknown status offers no action', () => {
  for (const person of Object.values(people))
    expect(actionsFor(person, { status: 'archived', userId: OWNER })).toEqual([])
})

test.each([
  'https://www.amazon.com/dp/B0C9TR41XM',
  'https://www.amazon.co.uk/Crestline-Air-Fryer/dp/b0c9tr41xm/ref=sr_1_1?keywords=dp%2FB000000000',
  'amazon.de/gp/product/B0C9TR41XM?th=1',
  'http://www.amazon.fr/dp/B0C9TR41XM',
  '  https://smile.amazon.com.au/gp/product/B0C9TR41XM#reviews ',
])('the ASIN of the product page %s is the number in it', (address) => {
  expect(asinFrom(address)).toBe('B0C9TR41XM')
})

test.each([
  ['b0c9tr41xm', 'B0C9TR41XM'],
  ['B0C9TR41XM and more', 'B0C9TR41XM AND MORE'],
  ['https://shop.example/dp/B0C9TR41XM', 'HTTPS://SHOP.EXAMPLE/DP/B0C9TR41XM'],
  ['https://www.amazon.com/dp/B0C9TR41XM0', 'HTTPS://WWW.AMAZON.COM/DP/B0C9TR41XM0'],
])('other text stays whole, in capitals: %s [ART-073]', (typed, shown) => {
  expect(asinFrom(typed)).toBe(shown)
})

const onDay = (day: number) => `2026-03-0${day}T09:00:00.000Z`

test('an article waits since its last decision or submission; saves, links and handovers do not count', () => {
  const meanwhile = ['saved', 'keyword-linked', 'keyword-unlinked', 'handed-over', 'task-added']
  const wait = (status: string, turns: readonly string[]) =>
    waitOf({
      status,
      events: [...turns, ...meanwhile].map((action, day) => ({ action, created_at: onDay(day + 1) })),
    })
  expect(wait('requested', ['drafted', 'requested'])).toEqual({ by: 'validator', since: onDay(2) })
  expect(wait('returned', ['requested', 'returned'])).toEqual({ by: 'owner', since: onDay(2) })
  expect(wait('requested', ['returned', 'resubmitted'])).toEqual({ by: 'validator', since: onDay(2) })
  expect(wait('requested', [])).toBeNull()
  for (const status of ARTICLE_STATUSES.filter((each) => each !== 'requested' && each !== 'returned'))
    expect(wait(status, ['requested', 'approved'])).toBeNull()
})

test('a return was answered by the user who resubmitted the article then, and otherwise by its owner', () => {
  const event = (action: string, user: string | null, day: number) => ({
    action,
    user,
    created_at: onDay(day),
  })
  const article = {
    user: 'heir',
    events: [
      event('resubmitted', 'first', 1),
      event('saved', 'helper', 2),
      event('resubmitted', 'second', 2),
      event('resubmitted', null, 3),
    ],
  }
  const answerer = (moment: string | null) => answererOf(article, { answered_at: moment })
  expect([1, 2, 3, 4].map((day) => answerer(onDay(day)))).toEqual(['first', 'second', 'heir', 'heir'])
  expect(answerer(null)).toBe('heir')
})

test('validators publish a withdrawn post again, and users who may sync recreate a deleted post', () => {
  const manager = { id: STRANGER, permissions: ['ManageArticles'] as const }
  const offered = (person: typeof manager | (typeof people)[Who], status: string) =>
    Object.fromEntries(
      POST_STATES.map((postState) => [postState, remediesFor(person, { status, userId: OWNER, postState })]),
    )
  const none = { draft: [], live: [], withdrawn: [], trashed: [], gone: [] } as Record<string, PostRemedy[]>
  const renewing = { ...none, trashed: ['renew'], gone: ['renew'] }
  for (const person of [people.owner, manager])
    for (const status of ['published', 'approved']) expect(offered(person, status)).toEqual(renewing)
  expect(offered(people.other, 'published')).toEqual(none)
  expect(offered(people.validator, 'approved')).toEqual(none)
  expect(offered(people.validator, 'published')).toEqual({
    ...none,
    withdrawn: ['publish'],
    trashed: ['publish'],
  })
  expect(offered(people['owner who validates'], 'published')).toEqual({
    ...none,
    withdrawn: ['publish'],
    trashed: ['publish', 'renew'],
    gone: ['renew'],
  })
  for (const status of ARTICLE_STATUSES.filter((each) => each !== 'published' && each !== 'approved'))
    expect(offered(people['owner who validates'], status)).toEqual(none)
  expect(remediesFor(people.owner, { status: 'published', userId: OWNER, postState: null })).toEqual([])
})

test('only an approved article whose copy has failed waits for the post that it was to replace', () => {
  const refused = {
    status: 'approved',
    renewal: 'open' as const,
    mirrors: [
      { target: 'task', state: 'done' },
      { target: 'post', state: 'failed' },
    ],
  }
  expect(isRefusedRenewal(refused)).toBe(true)
  for (const other of [
    { status: 'published' },
    { renewal: 'written' as const },
    { renewal: null },
    { mirrors: [] },
    { mirrors: [{ target: 'post', state: 'waiting' }] },
    { mirrors: [{ target: 'task', state: 'failed' }] },
  ])
    expect(isRefusedRenewal({ ...refused, ...other })).toBe(false)
})

test('a task has the status of its section, however it is spelled; a completed task has that of a closed section', () => {
  const sections = Object.entries(TASK_SECTIONS)
  for (const [status, section] of sections)
    expect(statusOfTask({ section: ` ${section.toUpperCase()} `, isCompleted: false })).toBe(status)
  const done = sections.map(([, section]) => statusOfTask({ section, isCompleted: true }))
  expect(done).toEqual(['published', 'published', 'published', 'published', 'rejected', 'canceled'])
  for (const section of ['Ideas', null]) {
    expect(statusOfTask({ section, isCompleted: false })).toBe('requested')
    expect(statusOfTask({ section, isCompleted: true })).toBe('published')
  }
})

test('an ASIN is repeated in every row after its first, ignoring surrounding text; rows without one repeat nothing [ART-074]', () => {
  expect(repeatedAsins(['B0A', ' b0a ', '', '', 'B0B', ' ', 'B0A'])).toEqual([1, 6])
})
