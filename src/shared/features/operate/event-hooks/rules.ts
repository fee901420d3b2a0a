/** Events that hooks can receive: a noun and what happened to it. Names stay once they are released. */
export const EVENT_TYPES = [
  'article.requested',
  'article.approved',
  'article.returned',
  'article.rejected',
  'article.resubmitted',
  'article.canceled',
  'article.published',
  'article.revised',
  'post.lost',
  'post.moved',
  'post.restored',
  'product.out_of_stock',
  'product.back_in_stock',
  'product.replaced',
  'keyword.created',
  'keyword.changed',
  'keyword.uploaded',
  'user.created',
  'user.locked',
  'user.role_changed',
  'access.run_ended',
  'alert.fired',
  'share_of_voice.collected',
  'export.ready',
  'job.given_up',
  'test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Types that a hook can choose. Everyone gets a test when somebody sends one. */
export const CHOSEN_TYPES = EVENT_TYPES.filter((type) => type !== 'test') as readonly ChosenType[]
export type ChosenType = Exclude<EventType, 'test'>

export const EVENT_LABELS: Readonly<Record<EventType, string>> = {
  'article.requested': 'Article requested',
  'article.approved': 'Article approved',
  'article.returned': 'Article returned',
  'article.rejected': 'Article rejected',
  'article.resubmitted': 'Article resubmitted',
  'article.canceled': 'Article canceled',
  'article.published': 'Article published',
  'article.revised': 'Article revised',
  'post.lost': 'Post lost',
  'post.moved': 'Post moved',
  'post.restored': 'Post restored',
  'product.out_of_stock': 'Product out of stock',
  'product.back_in_stock': 'Product back in stock',
  'product.replaced': 'Product replaced',
  'keyword.created': 'Keyword created',
  'keyword.changed': 'Keywords changed',
  'keyword.uploaded': 'Keywords uploaded',
  'user.created': 'User created',
  'user.locked': 'User locked',
  'user.role_changed': 'Role changed',
  'access.run_ended': 'Offboarding finished',
  'alert.fired': 'Alert fired',
  'share_of_voice.collected': 'Share of voice collected',
  'export.ready': 'Export ready',
  'job.given_up': 'Job given up',
  test: 'Test',
}

interface EventGroup {
  label: string
  types: readonly { type: ChosenType; label: string }[]
}

const group = (label: string, types: Readonly<Partial<Record<ChosenType, string>>>): EventGroup => ({
  label,
  types: Object.entries(types).map(([type, name]) => ({ type: type as ChosenType, label: name })),
})

/** The types in the order and words of the form. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  group('Articles', {
    'article.requested': 'Requested',
    'article.approved': 'Approved',
    'article.returned': 'Returned',
    'article.rejected': 'Rejected',
    'article.resubmitted': 'Resubmitted',
    'article.canceled': 'Canceled',
    'article.published': 'Published',
    'article.revised': 'Revised',
  }),
  group('Posts', { 'post.lost': 'Lost', 'post.moved': 'Moved', 'post.restored': 'Restored' }),
  group('Products', {
    'product.out_of_stock': 'Out of stock',
    'product.back_in_stock': 'Back in stock',
    'product.replaced': 'Replaced',
  }),
  group('Keywords', {
    'keyword.created': 'Created',
    'keyword.changed': 'Changed',
    'keyword.uploaded': 'Uploaded',
  }),
  group('People', {
    'user.created': 'Created',
    'user.locked': 'Locked',
    'user.role_changed': 'Role changed',
    'access.run_ended': 'Offboarding finished',
  }),
  group('Other', {
    'alert.fired': 'Alert fired',
    'share_of_voice.collected': 'Share of voice collected',
    'export.ready': 'Export ready',
    'job.given_up': 'Job given up',
  }),
]

export const HOOK_FORMATS = ['standard', 'slack', 'teams'] as const
export type HookFormat = (typeof HOOK_FORMATS)[number]

export const FORMAT_LABELS: Readonly<Record<HookFormat, string>> = {
  standard: 'Standard',
  slack: 'Slack',
  teams: 'Teams',
}

/** `failing`: active, and the last try of at least one event failed. `gone`: the receiver answered 410. */
export const HOOK_STATES = ['active', 'failing', 'paused', 'gone'] as const
export type HookState = (typeof HOOK_STATES)[number]

/** `waiting`: not tried yet. `retrying`: the last try failed, another follows. */
export const SEND_STATES = ['waiting', 'sent', 'retrying', 'given_up'] as const
export type SendState = (typeof SEND_STATES)[number]

/** What the log can be filtered by; `failed` is `retrying` and `given_up`. */
export const SEND_FILTERS = ['sent', 'failed', 'waiting', 'given_up'] as const
export type SendFilter = (typeof SEND_FILTERS)[number]

/** Hours of the list's bars. */
export const HOOK_HOURS = 24
export const MOST_HOOKS = 50
/** Requests to one hook that may be under way at a time. */
export const IN_FLIGHT = 2
/** Most seconds until a receiver has answered. */
export const ANSWER_SECONDS = 15
/** How much of an answer is kept. */
export const ANSWER_BYTES = 2048
/** For this long after a rotation, requests are signed with both secrets. */
export const HOOK_ROTATION_HOURS = 24
/** A hook to which nothing got through for this long is paused. */
export const FAILING_DAYS = 5

/** Seconds from one try to the next: after the last of these, a send is given up. */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
]
export const MOST_TRIES = RETRY_SECONDS.length + 1

/** Who caused an event, and how: `job` and the like for what Copydesk did by itself. */
export interface EventActor {
  kind: string
  name: string
}

export interface EventData {
  /** The subject's number or name; null for a test. */
  id: number | string | null
  /** Grows with each event: a receiver may ignore one lower than the last it received about this subject. */
  seq: number
  /** What the subject is called. */
  label: string
  /** Its page in Copydesk. */
  url: string | null
  /** The API call that reads it. */
  api: string | null
  /** Name of its site. */
  site: string | null
  status?: { from?: string; to?: string }
  /** Rows that one event stands for, such as the keywords of a change. */
  count?: number
  /** Only in events about people. */
  email?: string
  actor: EventActor
}

/** What a hook of the standard format receives. */
export interface EventBody {
  type: EventType
  timestamp: string
  data: EventData
}

/** Where an event's subject is in Copydesk, and the call that reads it; null where there is no such place. */
export function eventPlaceOf(
  type: EventType,
  { id, count = null }: { id: EventData['id']; count?: number | null | undefined },
): { page: string | null; call: string | null } {
  const [noun = ''] = type.split('.')
  const page = (path: string, call: string | null = null) => ({ page: path, call })
  switch (noun) {
    case 'article':
    case 'post':
      return page(`/articles/${id}`, `/api/articles/${id}`)
    case 'product':
      return id !== null && type !== 'product.replaced'
        ? page(`/products?productId=${id}`)
        : page('/products')
    case 'keyword':
      if (count !== null || id === null) return page(type === 'keyword.changed' ? '/changes' : '/keywords')
      return page(`/keywords?keyword_id=${id}`, `/api/keywords/${id}`)
    case 'user':
      return page(`/users/${id}`, `/api/users/${id}`)
    case 'access':
      return page(`/user-access/runs/${id}`)
    case 'alert':
      return page('/content-tracker')
    case 'share_of_voice':
      return page('/reports')
    case 'job':
      return page('/failed-jobs')
    case 'test':
      return page('/event-hooks')
    default:
      return { page: null, call: null }
  }
}

const EXAMPLE_SUBJECTS: Readonly<Record<string, Pick<EventData, 'id' | 'label' | 'count'>>> = {
  article: { id: 55, label: 'The best air fryer toaster oven' },
  post: { id: 55, label: 'The best air fryer toaster oven' },
  product: { id: 310, label: 'Dunlarch V2' },
  keyword: { id: 1204, label: 'toaster oven' },
  user: { id: 12, label: 'Dana Okafor' },
  access: { id: 3, label: 'Offboarding finished' },
  alert: { id: null, label: '4 alerts', count: 4 },
  share_of_voice: { id: '2026-11-26', label: '410 keywords', count: 410 },
  export: { id: null, label: 'keywords.csv' },
  job: { id: null, label: 'Update an article’s post' },
  test: { id: null, label: 'A test from Copydesk' },
}

/** What an event did to its subject’s status; `from` only where it can be but one. */
export const STATUS_OF: Readonly<Partial<Record<EventType, { from?: string; to: string }>>> = {
  'article.requested': { to: 'requested' },
  'article.approved': { from: 'requested', to: 'approved' },
  'article.returned': { from: 'requested', to: 'returned' },
  'article.rejected': { from: 'requested', to: 'rejected' },
  'article.resubmitted': { from: 'returned', to: 'requested' },
  'article.canceled': { to: 'canceled' },
  'article.published': { to: 'published' },
}

const HAVE_A_SITE = ['article', 'post']

/** An example of a type, as the form shows it. */
export function exampleOf(type: EventType, origin: string): EventBody {
  const [noun = ''] = type.split('.')
  const subject = EXAMPLE_SUBJECTS[noun] ?? { id: null, label: '' }
  const status = type === 'user.role_changed' ? { from: 'wrt', to: 'qa' } : STATUS_OF[type]
  const { page, call } = eventPlaceOf(type, subject)
  return {
    type,
    timestamp: '2026-11-27T10:12:41.000Z',
    data: {
      id: subject.id,
      seq: 1207,
      label: subject.label,
      url: page && origin + page,
      api: call && origin + call,
      site: HAVE_A_SITE.includes(noun) ? 'Hearthside' : null,
      ...(status ? { status } : {}),
      ...(subject.count === undefined ? {} : { count: subject.count }),
      ...(noun === 'user' ? { email: 'dana@desk.example' } : {}),
      actor: { kind: 'person', name: 'Wen Castellane' },
    },
  }
}
