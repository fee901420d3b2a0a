import { isRoleId, ROLES } from '#shared/access/roles.ts'
import { matchProducts } from '#shared/features/article-versions/rules.ts'
import { type ArticleContent, statusLabel } from '#shared/features/articles/rules.ts'
import { ACTS, type Act, AUDIT_NOUN_LABELS, type AuditNoun } from '#shared/features/audit/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { timestamp } from '#shared/format/timestamp.ts'

export const MESSAGES = {
  failed: 'The audit trail could not be searched.',
  exportFailed: 'The audit trail could not be exported.',
  nothingFits: 'No entries fit these filters.',
  nothingYet: 'Nothing has been written down yet.',
} as const

/** Whoever is no person, beside the name. */
export const KIND_LABELS: Readonly<Record<string, string>> = {
  token: 'Token',
  visitor: 'Signed out',
  job: 'Copydesk',
  webhook: 'Connected system',
  operator: 'On the server',
}

const isAct = (name: string): name is Act => Object.hasOwn(ACTS, name)
const isNoun = (name: string): name is AuditNoun => Object.hasOwn(AUDIT_NOUN_LABELS, name)

/** What was done, in words; an act of another version by its name. */
export const actLabel = (act: string) => (isAct(act) ? ACTS[act].label : act)
export const nounLabel = (noun: string) => (isNoun(noun) ? AUDIT_NOUN_LABELS[noun] : noun)

/** What the forms call the fields that an entry names. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  username: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  roleId: 'Role',
  active: 'Active',
  status: 'Status',
  title: 'Title',
  siteId: 'Site',
  siteIds: 'Sites',
  sites: 'Sites',
  keyword: 'Keyword',
  keywordId: 'Keyword',
  keywordIds: 'Keywords',
  keywords: 'Keywords',
  imageUrl: 'Hero image',
  intro: 'Intro',
  notes: 'Notes',
  products: 'Products',
  faqs: 'FAQs',
  tags: 'Tags',
  tagIds: 'Tags',
  tracked: 'Tracked',
  isTracked: 'Tracked',
  content: 'Comment',
  text: 'Comment',
  section: 'Section',
  isCompleted: 'Completed',
  priority: 'Priority',
  name: 'Name',
  words: 'Said',
  isDone: 'Done',
  /** Of a checklist. */
  position: 'Entry',
  revises: 'Update of article',
  userId: 'Owner',
  faq: 'FAQs',
  asin: 'ASIN',
  url: 'Address',
}

/** `sessionsEnded`, `site_id`: what a field of no form is called. */
function spelledOut(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a field is called where it is filled in; one that no form has by its own name, spelled out. */
export const fieldLabel = (field: string) =>
  (Object.hasOwn(FIELD_LABELS, field) ? FIELD_LABELS[field] : undefined) ?? spelledOut(field)

export const NOTHING = 'none'
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
/** What something is known by, where only one of its fields can be said. */
const NAMES = ['keyword', 'name', 'title', 'question', 'label'] as const

function textWords(field: string, text: string): string {
  if (field === 'roleId' && isRoleId(text)) return ROLES[text].description
  if (field === 'status') return statusLabel(text)
  return MOMENT.test(text) ? timestamp(text) : text
}

function objectWords(value: object): string {
  const fields = new Map<string, unknown>(Object.entries(value))
  const name = NAMES.map((each) => fields.get(each)).find((each) => typeof each === 'string' && each !== '')
  if (typeof name === 'string') return name
  const said = [...fields].filter(([, each]) => each !== null && each !== '')
  return said
    .map(([field, each]) => `${fieldLabel(field).toLowerCase()} ${valueWords(field, each)}`)
    .join(', ')
}

/** A value as people say it: yes and no, a role, a list of names. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textWords(field, value)
  // Counted from the first one on, as people do.
  if (field === 'position' && typeof value === 'number') return String(value + 1)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map((each) => valueWords(field, each)).join(', ') || NOTHING
  return objectWords(value) || NOTHING
}

type Product = ArticleContent['products'][number]
const PRODUCT_FIELDS = { asin: 'ASIN', name: 'name', award: 'award', summary: 'summary' } as const

function isProduct(value: unknown): value is Product {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return keysOf(PRODUCT_FIELDS).every((name) => typeof fields.get(name) === 'string')
}

/** Whether it is a list of an article's products as the trail keeps them; of a long one the end is only counted. */
export const isProducts = (value: unknown): value is readonly Product[] =>
  Array.isArray(value) && value.every(isProduct)

/** `1, 4–7` */
function placesIn(places: readonly number[]): string {
  const runs: [number, number][] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (last?.[1] === place - 1) last[1] = place
    else runs.push([place, place])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}

const deedOf = (was: string, is: string) => (was === '' ? 'added' : is === '' ? 'removed' : 'changed')

/** What happened to an article's products: `products 4–7: summary added`. */
export function productWords(before: readonly Product[], after: readonly Product[]): string[] {
  const { pairs, removed } = matchProducts(before, after)
  const places = new Map<string, number[]>()
  const note = (deed: string, index: number) => places.set(deed, [...(places.get(deed) ?? []), index + 1])
  for (const { index, was, is } of pairs) {
    if (was === undefined) note('added', index)
    else
      for (const key of keysOf(PRODUCT_FIELDS))
        if (was[key] !== is[key]) note(`${PRODUCT_FIELDS[key]} ${deedOf(was[key], is[key])}`, index)
  }
  const gone = removed.map(({ name, asin }) => `product removed: ${name || asin || 'one without a name'}`)
  const kept = (list: readonly Product[], others: readonly Product[]) =>
    list.filter(({ asin }) => others.some((other) => other.asin === asin)).map(({ asin }) => asin)
  const isMoved = String(kept(before, after)) !== String(kept(after, before))
  return [
    ...[...places].map(
      ([deed, at]) => `${at.length === 1 ? 'product' : 'products'} ${placesIn(at)}: ${deed}`,
    ),
    ...gone,
    ...(isMoved ? ['products in another order'] : []),
  ]
}
