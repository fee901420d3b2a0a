import { isPermitted, type Permission } from '../../../access/permissions.ts'
import { SCREENS } from '../../../access/screens.ts'

export const NOTICE_KINDS = [
  'returned',
  'rejected',
  'approved',
  'resubmitted',
  'canceled',
  'published',
  'post-lost',
  'post-moved',
  'taken-over',
  'handed-over',
  'work-handed-over',
  'mentioned',
  'outside-failed',
  'scan-failed',
  'backup-failed',
  'account-guessed',
  'codes-guessed',
  'break-glass',
  'sign-in-changed',
  'factors-reset',
  'provider-roles',
  'token-made',
  'service-token-made',
  'token-ending',
  'token-address',
  'token-revoked',
  'assistant-connected',
  'assistant-ended',
  'service-account-owned',
  'event-hook-stopped',
  'access-open',
  'access-review-due',
  'access-asked',
  'alert',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What users choose for all kinds of a group together: whether and how they hear of them. */
export const NOTICE_GROUPS = ['articles', 'reviews', 'mentions', 'alerts', 'systems', 'account'] as const
export type NoticeGroup = (typeof NOTICE_GROUPS)[number]

const GROUPS: Readonly<Record<NoticeKind, NoticeGroup>> = {
  returned: 'articles',
  rejected: 'articles',
  approved: 'articles',
  published: 'articles',
  'post-lost': 'articles',
  'post-moved': 'articles',
  'handed-over': 'articles',
  'work-handed-over': 'articles',
  resubmitted: 'reviews',
  canceled: 'reviews',
  'taken-over': 'reviews',
  mentioned: 'mentions',
  alert: 'alerts',
  'outside-failed': 'systems',
  'scan-failed': 'systems',
  'backup-failed': 'systems',
  'access-open': 'systems',
  'access-review-due': 'systems',
  'access-asked': 'systems',
  'factors-reset': 'systems',
  'event-hook-stopped': 'systems',
  'provider-roles': 'systems',
  'account-guessed': 'account',
  'codes-guessed': 'account',
  'break-glass': 'account',
  'sign-in-changed': 'account',
  'token-made': 'account',
  'service-token-made': 'account',
  'token-ending': 'account',
  'token-address': 'account',
  'token-revoked': 'account',
  'assistant-connected': 'account',
  'assistant-ended': 'account',
  'service-account-owned': 'account',
}

export const noticeGroupOf = (kind: NoticeKind): NoticeGroup => GROUPS[kind]

export const kindsOf = (group: NoticeGroup): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => GROUPS[kind] === group)

/** Groups that users can choose about. Warnings about their own account always ring and are always mailed. */
export const CHOSEN_GROUPS = ['articles', 'reviews', 'mentions', 'alerts', 'systems'] as const
export type ChosenGroup = (typeof CHOSEN_GROUPS)[number]

export const GROUP_LABELS: Readonly<Record<NoticeGroup, string>> = {
  articles: 'My articles',
  reviews: 'My reviews',
  mentions: 'Mentions',
  alerts: 'Alerts',
  systems: 'Systems',
  account: 'My account',
}

/** Permissions of which one is needed to ever get a notice of the group; an empty list means that everybody can. */
const RECEIVED_WITH: Readonly<Record<NoticeGroup, readonly Permission[]>> = {
  articles: ['CreateArticle', 'ValidateArticles', 'ManageSites'],
  reviews: ['ValidateArticles'],
  mentions: ['ViewKeywords'],
  alerts: ['ViewKeywords'],
  systems: ['ManageScan', 'UserAccess', 'UpdateUser'],
  account: [],
}

/** The groups of which users with these permissions get notices. */
export const groupsFor = ({ permissions }: { permissions: readonly Permission[] }): NoticeGroup[] =>
  NOTICE_GROUPS.filter((group) => isPermitted(permissions, RECEIVED_WITH[group]))

/** Events without an acting user: complete sentences that are not about an article or keyword. */
const WARNINGS = {
  'outside-failed': 'An outside system needs attention',
  'scan-failed': 'The nightly scan found a problem',
  'backup-failed': 'The backup failed',
  'account-guessed': 'Someone is guessing passwords for your account',
  'codes-guessed': 'Someone is guessing codes for your account',
  'break-glass': 'A break-glass account signed in',
  'sign-in-changed': 'How you sign in was changed',
  'provider-roles': 'A role from the sign-in provider wasn’t applied',
  'token-made': 'An API token was made for your account',
  'service-token-made': 'An API token was made for your service account',
  'token-ending': 'An API token ends soon',
  'token-address': 'A service account’s token was used from a new address',
  'assistant-connected': 'An assistant was connected to your account',
  'assistant-ended': 'An assistant is no longer connected',
  'event-hook-stopped': 'An event hook was stopped',
  'access-open': 'A revoked account is open again',
  'access-review-due': 'An access review is due: it’s been 90 days',
} as const

const isWarning = (kind: NoticeKind): kind is keyof typeof WARNINGS => Object.hasOwn(WARNINGS, kind)

/**
 * What a rule matched and its key: `hs/40001` for a post, the id for others. `rules` stands for all the rest,
 * with the id of the rule with most of it.
 */
export interface AlertAbout {
  noun: 'post' | 'product' | 'keyword' | 'rules'
  key: string
  title: string
  /** The products of a post are to be looked at, rather than its earnings. */
  isStock?: boolean
}

/** Actions of a user, to be placed between the user's name and the article's title or keyword. */
const DEEDS: Readonly<Record<Exclude<NoticeKind, keyof typeof WARNINGS | 'alert'>, string>> = {
  returned: 'returned your article',
  rejected: 'rejected your article',
  approved: 'approved your article',
  resubmitted: 'replied to your return of',
  canceled: 'canceled an article you returned:',
  published: 'published your article',
  'post-lost': 'removed the post of your article',
  'post-moved': 'changed the post address of',
  'taken-over': 'took over your review of',
  'handed-over': 'handed an article over to you:',
  'work-handed-over': 'handed work over to you',
  mentioned: 'mentioned you in a comment on',
  'access-asked': 'asks for access to a screen',
  'factors-reset': 'reset the second factor of a user',
  'token-revoked': 'revoked an API token',
  'service-account-owned': 'made you the owner of a service account',
}

/**
 * One sentence for the notice, without the article's title or keyword. `actor` is null without an acting
 * user.
 */
export function noticeLead(kind: NoticeKind, actor: string | null): string {
  if (isWarning(kind)) return WARNINGS[kind]
  if (kind === 'alert') return 'New match for an alert rule:'
  if (actor !== null) return `${actor} ${DEEDS[kind]}`
  if (kind === 'published') return 'Your article was published:'
  if (kind === 'post-moved') return 'A post’s address changed and the old one needs a redirect:'
  return kind === 'post-lost' ? 'The post of your article was removed or changed:' : `Someone ${DEEDS[kind]}`
}

/** What a notice is about. */
export interface NoticeSubject {
  kind: NoticeKind
  articleId: number | null
  keywordId: number | null
  about?: AlertAbout | null
}

interface TrackerPlace {
  title?: string
  site?: string
  post?: string
  tab: 'products' | 'earnings' | 'alerts'
  /** An open rule with all its firings. */
  rule?: number
  listed?: 'told'
}

/** A screen, and what its address says besides. */
export type NoticePlace =
  | { screen: 'keywords'; search: { keyword_id: number; comments?: '1' } }
  | { screen: 'contentTracker'; search: TrackerPlace }
  | { screen: 'products'; search: { productId: number } }
  | { screen: 'oosReport'; search: { query: string } }
  | { screen: 'article'; params: { id: string } }
  | { screen: 'profile'; search: { tab: 'api' } }
  | { screen: 'notices' | 'scan' | 'profile' | 'userAccess' | 'users' | 'eventHooks' }

/** Targets of warnings that are about neither an article nor a keyword. */
const WARNED_AT = {
  'outside-failed': 'scan',
  'scan-failed': 'scan',
  'backup-failed': 'scan',
  'account-guessed': 'profile',
  'codes-guessed': 'profile',
  'break-glass': 'users',
  'sign-in-changed': 'profile',
  'provider-roles': 'users',
  'service-token-made': 'notices',
  'token-address': 'notices',
  'event-hook-stopped': 'eventHooks',
  'access-open': 'userAccess',
  'access-review-due': 'userAccess',
} as const

/** Kinds about tokens and assistants of the user, which are listed on a tab of the profile. */
const OWN_TOKEN_KINDS = [
  'token-made',
  'token-ending',
  'token-revoked',
  'assistant-connected',
  'assistant-ended',
] as const
type OwnTokenKind = (typeof OWN_TOKEN_KINDS)[number]

const isAboutOwnToken = (kind: NoticeKind): kind is OwnTokenKind =>
  OWN_TOKEN_KINDS.some((each) => each === kind)

/** As much of a title as the tracker's search takes. */
const TITLE_MAXIMUM = 200

/** Where something can be done about what a rule has named. */
function alertPlace({ noun, key, title, isStock }: AlertAbout): NoticePlace {
  if (noun === 'keyword') return { screen: 'keywords', search: { keyword_id: Number(key) } }
  if (noun === 'product') return { screen: 'products', search: { productId: Number(key) } }
  if (noun === 'rules') {
    // Older notices name no rule.
    const opened = key === '' ? {} : { rule: Number(key), listed: 'told' as const }
    return { screen: 'contentTracker', search: { tab: 'alerts', ...opened } }
  }
  const words = title.slice(0, TITLE_MAXIMUM)
  // A risk through products is fixed on the stock board.
  if (isStock === true) return { screen: 'oosReport', search: { query: words } }
  const [site = ''] = key.split('/')
  return { screen: 'contentTracker', search: { title: words, site, post: key, tab: 'earnings' } }
}

/** Target of a notice: the page where the user can act on it. */
export function noticePlace({ kind, articleId, keywordId, about = null }: NoticeSubject): NoticePlace {
  if (kind === 'alert') return about === null ? { screen: 'notices' } : alertPlace(about)
  if (isAboutOwnToken(kind)) return { screen: 'profile', search: { tab: 'api' } }
  if (isWarning(kind)) return { screen: WARNED_AT[kind] }
  if (kind === 'access-asked' || kind === 'factors-reset') return { screen: 'users' }
  // The work is listed on the user's own page.
  if (kind === 'work-handed-over') return { screen: 'profile' }
  if (keywordId !== null) return { screen: 'keywords', search: { keyword_id: keywordId, comments: '1' } }
  return articleId === null ? { screen: 'notices' } : { screen: 'article', params: { id: String(articleId) } }
}

/** The same as an address. */
export function noticePath(subject: NoticeSubject): string {
  const place = noticePlace(subject)
  const { path } = SCREENS[place.screen]
  if (place.screen === 'article') return path.replace('$id', place.params.id)
  if (!('search' in place)) return path
  return `${path}?${new URLSearchParams(Object.entries(place.search).map(([name, value]) => [name, String(value)]))}`
}
