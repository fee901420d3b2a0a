import { permissionLabel } from '#shared/access/permission-words.ts'
import { PERMISSIONS } from '#shared/access/permissions.ts'
import { isRoleId, ROLES } from '#shared/access/roles.ts'
import { SCREENS } from '#shared/access/screens.ts'
import { matchProducts } from '#shared/features/articles/article-versions/rules.ts'
import { type ArticleContent, statusLabel } from '#shared/features/articles/articles/rules.ts'
import {
  AGAINST_LABELS,
  ALERT_KINDS,
  KINDS,
  thresholdWords,
} from '#shared/features/desk/alert-rules/rules.ts'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { auditFieldLabel, FILE_KIND_LABELS, spelledOut } from '#shared/features/ground/audit/form.ts'
import {
  ACTS,
  type Act,
  type ActorKind,
  AUDIT_NOUN_LABELS,
  type AuditNoun,
} from '#shared/features/ground/audit/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'
import { wholeMoney } from '#shared/format/money.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { GROUP_LABELS } from '../../posts/stock-report/messages.ts'

export const MESSAGES = {
  failed: 'Couldn’t search the audit trail.',
  exportFailed: 'Couldn’t export the audit trail.',
  nothingFits: 'No entries match these filters.',
  nothingYet: 'No entries yet.',
} as const

/** Labels beside actors that are not people. */
export const KIND_LABELS: Readonly<Record<string, string>> = {
  person: 'Signed in',
  token: 'Token',
  run: 'Run',
  visitor: 'Not signed in',
  job: 'Copydesk',
  webhook: 'Connected system',
  operator: 'Server command',
}

/** How something was done: the options of a filter. */
export const THROUGH_LABELS: Readonly<Record<ActorKind, string>> = {
  person: 'People signed in',
  token: 'API tokens',
  run: 'Runs that people started',
  job: 'Background work',
  webhook: 'Connected systems',
  visitor: 'Not signed in',
  operator: 'Server commands',
}

/** Labels of background work, by job name. */
const JOB_WORDS: Readonly<Record<string, string>> = {
  'warehouse.read': 'Warehouse import',
  'auth.warn-owner': 'Password guard',
  'auth.mail-password-link': 'Password emails',
  'offboarding.close-next': 'Offboarding run',
  'articles.find-published': 'Search for published posts',
  'articles.mirror-post': 'Post sync',
  'adoptions.read-site': 'Site import',
  'alert-rules.evaluate': 'Alert rules',
  'sign-in-rules.announce': 'Sign-in rules',
  'sign-in-rules.remind': 'Second factor reminder',
  'tokens.remind-of-ends': 'API token reminder',
  'event-hooks.deliver': 'Event hooks',
  start: 'Server start',
  'first-run': 'First start',
}

/** The actor's name: a person, or the label of a job. */
export const actorName = ({ kind, name }: AuditEntry['actor']): string =>
  (kind === 'job' && Object.hasOwn(JOB_WORDS, name) ? JOB_WORDS[name] : undefined) ?? (name || 'Unknown')

const isAct = (name: string): name is Act => Object.hasOwn(ACTS, name)
const isNoun = (name: string): name is AuditNoun => Object.hasOwn(AUDIT_NOUN_LABELS, name)

/** The label of an act; an act of another version is shown by its raw name. */
export const actLabel = (act: string) => (isAct(act) ? ACTS[act].label : act)
/** The name of the API token that an entry is about. */
export const tokenNameIn = ({ act, after }: Pick<AuditEntry, 'act' | 'after'>): string | null =>
  act.startsWith('token.') && typeof after?.name === 'string' ? after.name : null
export const nounLabel = (noun: string) => (isNoun(noun) ? AUDIT_NOUN_LABELS[noun] : noun)

/** The label of a field in its form; a field unknown to this version is shown by its raw name. */
export const fieldLabel = (noun: string, field: string, kind?: unknown): string =>
  (isNoun(noun) ? auditFieldLabel(noun, field, kind) : undefined) ??
  (/^[a-z]/.test(field) ? spelledOut(field) : field)

export const NOTHING = 'none'
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
/** The fields that can identify an object, in order of preference. */
const NAMES = ['keyword', 'name', 'title', 'question', 'label'] as const

/** The subject of an entry, with the names of the objects that it refers to by id. */
export interface EntryWords {
  noun: string
  fields: Readonly<Record<string, unknown>>
  siteName: (id: number) => string | undefined
  personName: (id: number) => string | undefined
}

const SITE_FIELDS = ['site', 'siteId', 'site_id', 'siteIds', 'sites', 'siteFilter'] as const
const PERSON_FIELDS = ['userId', 'ownerId', 'heirId', 'people', 'actorId', 'concernsId'] as const
const isAmong = (fields: readonly string[], field: string) => fields.includes(field)

type Fields = AuditEntry['before']
const namesAny = (fields: readonly string[], { before, after }: Pick<AuditEntry, 'before' | 'after'>) => {
  const given = (state: Fields) => [
    ...Object.keys(state ?? {}),
    ...(typeof state?.request === 'object' ? Object.keys(state.request ?? {}) : []),
  ]
  return [...given(before), ...given(after)].some((field) => isAmong(fields, field))
}
export const namesSites = (entry: Pick<AuditEntry, 'before' | 'after'>) => namesAny(SITE_FIELDS, entry)
export const namesPeople = (entry: Pick<AuditEntry, 'before' | 'after'>) => namesAny(PERSON_FIELDS, entry)

/** `?status=lost&tag=kitchen` as `status lost, tag kitchen`. */
const searchWords = (search: string) =>
  [...new URLSearchParams(search)]
    .map(([name, value]) => `${spelledOut(name).toLowerCase()} ${value}`)
    .join(', ')

const roleWords = (role: string) => (isRoleId(role) ? ROLES[role].description : role)
function permissionWords(name: string): string {
  const permission = PERMISSIONS.find((each) => each === name)
  return permission ? permissionLabel(permission) : name
}
const labelIn =
  (labels: Readonly<Record<string, string>>) =>
  (name: string): string =>
    (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name
const screenTitle = labelIn(
  Object.fromEntries(Object.entries(SCREENS).map(([name, { title }]) => [name, title])),
)
const fileKind = labelIn(FILE_KIND_LABELS)
const alertKind = labelIn(Object.fromEntries(ALERT_KINDS.map((kind) => [kind, KINDS[kind].what])))

/** Labels of code values, per noun if nouns differ. */
const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  status: statusLabel,
  roleId: roleWords,
  sortOrder: labelIn({ asc: 'ascending', desc: 'descending' }),
  ...Object.fromEntries(
    [
      'sort',
      'action',
      'aim',
      'target',
      'take',
      'reason',
      'decision',
      'purpose',
      'stock',
      'mail',
      'reach',
    ].map((field) => [field, spelledOut]),
  ),
  standing: spelledOut,
  'user.permissions': permissionWords,
  'user.factor': labelIn({ totp: 'authenticator app', passkey: 'passkey' }),
  surfacesView: spelledOut,
  oosGroup: labelIn(GROUP_LABELS),
  'alert.kind': alertKind,
  'alert.against': labelIn(AGAINST_LABELS),
  'alert.roles': roleWords,
  'view.screen': screenTitle,
  'view.search': searchWords,
  'file.kind': fileKind,
  'file.act': (name) => actLabel(name),
  'file.noun': (name) => nounLabel(name),
  'site.kind': labelIn({ whole: 'all posts', news: 'what is new' }),
}

/** Whole sentences of a refusal stay as they are. */
const isCode = (text: string) => /^[\w-]+$/.test(text)

function textWords(noun: string, field: string, text: string): string {
  const said = TEXTS[`${noun}.${field}`] ?? (isCode(text) ? TEXTS[field] : undefined)
  if (said) return said(text)
  return MOMENT.test(text) ? timestamp(text) : text
}

function numberWords(field: string, value: number, { noun, fields, ...names }: EntryWords): string {
  // Positions are shown starting with 1.
  if (field === 'position') return String(value + 1)
  if (isAmong(SITE_FIELDS, field)) return names.siteName(value) ?? String(value)
  if (isAmong(PERSON_FIELDS, field)) return names.personName(value) ?? String(value)
  if (noun !== 'alert') return String(value)
  if (field === 'least') return `${wholeMoney(value)} a month`
  if (field === 'coolDownDays' || field === 'cool_down_days') return countedIn(value, 'day')
  const kind = ALERT_KINDS.find((each) => each === fields.kind)
  return field === 'threshold' && kind ? thresholdWords(kind, value) : String(value)
}

function objectWords(field: string, value: object, entry: EntryWords): string {
  const fields = new Map<string, unknown>(Object.entries(value))
  // The request of an export consists of filters, whatever its fields are called.
  const name =
    field === 'request'
      ? undefined
      : NAMES.map((each) => fields.get(each)).find((each) => typeof each === 'string' && each !== '')
  if (typeof name === 'string') return name
  const said = [...fields].filter(([, each]) => each !== null && each !== '')
  return said
    .map(
      ([inner, each]) =>
        `${fieldLabel(entry.noun, inner, entry.fields.kind).toLowerCase()} ${valueWords(inner, each, entry)}`,
    )
    .join(', ')
}

/** A value in readable form: yes or no, a role, a list of names. */
export function valueWords(field: string, value: unknown, entry: EntryWords): string {
  if (field === 'siteId' && value === null && entry.noun === 'alert') return 'all sites'
  if (field === 'permissions' && value === null && entry.noun === 'user')
    return 'all permissions of the account'
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textWords(entry.noun, field, value)
  if (typeof value === 'number') return numberWords(field, value, entry)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map((each) => valueWords(field, each, entry)).join(', ') || NOTHING
  return objectWords(field, value, entry) || NOTHING
}

/**
 * The subject of an entry: a file by its kind and name, any other object by its name and the id that a filter
 * takes.
 */
export function aboutWords({
  noun,
  noun_id: id,
  label,
  after,
}: Pick<AuditEntry, 'noun' | 'noun_id' | 'label' | 'after'>): string {
  if (noun === 'file' && label !== null) {
    const kind = after?.kind
    return [nounLabel(noun), typeof kind === 'string' ? `${fileKind(kind)}, ${label}` : label].join(': ')
  }
  // The id of an access entry is its system's name in code, and its own name is clearer.
  const isCalledByCode = noun === 'access' && id !== null && !/^\d+$/.test(id)
  const number = id === null || id === label || isCalledByCode ? '' : ` ${id}`
  return `${nounLabel(noun)}${number}${label === null ? '' : `: ${label}`}`
}

type Product = ArticleContent['products'][number]
const PRODUCT_FIELDS = { asin: 'ASIN', name: 'name', award: 'award', summary: 'summary' } as const

function isProduct(value: unknown): value is Product {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return keysOf(PRODUCT_FIELDS).every((name) => typeof fields.get(name) === 'string')
}

/**
 * Whether the value is the audit trail's list of an article's products; the end of a long list is stored only
 * as a count.
 */
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

/** The changes of an article's products: `products 4–7: summary added`. */
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
  const gone = removed.map(({ name, asin }) => `product removed: ${name || asin || 'unnamed'}`)
  const kept = (list: readonly Product[], others: readonly Product[]) =>
    list.filter(({ asin }) => others.some((other) => other.asin === asin)).map(({ asin }) => asin)
  const isMoved = String(kept(before, after)) !== String(kept(after, before))
  return [
    ...[...places].map(
      ([deed, at]) => `${at.length === 1 ? 'product' : 'products'} ${placesIn(at)}: ${deed}`,
    ),
    ...gone,
    ...(isMoved ? ['products reordered'] : []),
  ]
}
