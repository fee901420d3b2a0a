import { expect, test } from 'vitest'
import type { Permission } from '../../access/permissions.ts'
import {
  ARTICLE_STATUSES,
  type ArticleAction,
  type ArticleStatus,
  actionsFor,
  asinFrom,
  maySync,
  mayUnlinkKeywords,
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

test('its owner and validators settle the keywords of an article, in every status but that of a draft [D61]', () => {
  const may = (who: Who, status: string) => mayUnlinkKeywords(people[who], { status, userId: OWNER })
  for (const status of ARTICLE_STATUSES) {
    expect([may('owner', status), may('other', status)]).toEqual([true, false])
    expect(may('validator', status)).toBe(status !== 'draft')
  }
})

test('an article is synced by its owner and by everybody who manages articles [D150]', () => {
  const manager = { id: STRANGER, permissions: ['ManageArticles'] as const }
  const may = (person: typeof manager | (typeof people)[Who], status: string) =>
    maySync(person, { status, userId: OWNER })
  expect([may(people.owner, 'approved'), may(people.other, 'approved')]).toEqual([true, false])
  expect([may(manager, 'approved'), may(manager, 'draft')]).toEqual([true, false])
})

test('of an article in a status that nobody knows nothing is offered', () => {
  for (const person of Object.values(people))
    expect(actionsFor(person, { status: 'archived', userId: OWNER })).toEqual([])
})

test.each([
  'https://www.amazon.com/dp/B0C9TR41XM',
  'https://www.amazon.co.uk/Crestline-Air-Fryer/dp/b0c9tr41xm/ref=sr_1_1?keywords=dp%2FB000000000',
  'amazon.de/gp/product/B0C9TR41XM?th=1',
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
