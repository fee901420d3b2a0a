import { keysOf } from '../format/keys.ts'
import type { Permission } from './permissions.ts'
import { isPermitted } from './permissions.ts'

/**
 * Access to a screen: signed-out visitors only, anybody, signed-in users, or users with any of these
 * permissions.
 */
export type ScreenAccess = 'signedOut' | 'anyone' | 'signedIn' | readonly Permission[]

export interface Screen {
  path: string
  title: string
  access: ScreenAccess
}

export type MenuGroup = 'tools' | 'admin' | 'own'
/** What the group of tools is divided into, in the order of the menu. */
export const MENU_PARTS = ['Keywords', 'Articles', 'Products', 'Data'] as const
export type MenuPart = (typeof MENU_PARTS)[number]

/**
 * A menu entry has its own access: users who cannot open its screen may still see it. The screen then appears
 * locked and names the missing permission.
 */
export interface MenuEntry {
  screen: PlainScreenName
  label: string
  group: MenuGroup
  /** Of tools alone. */
  part?: MenuPart
  access: 'signedIn' | readonly Permission[]
}

/** Preserves the literal path type, so that links are checked against its parameters. */
const screen = <const S extends Screen>(declaration: S): S => declaration

export const SCREENS = {
  signIn: screen({ path: '/', title: 'Sign in', access: 'signedOut' }),
  confirmation: screen({ path: '/confirmation/$token', title: 'Create a password', access: 'signedOut' }),
  forgotPassword: screen({ path: '/forgot-password', title: 'Forgot your password?', access: 'signedOut' }),
  resetPassword: screen({ path: '/reset-password/$token', title: 'Reset password', access: 'signedOut' }),
  unsubscribe: screen({ path: '/unsubscribe/$token', title: 'Unsubscribe', access: 'anyone' }),
  connect: screen({ path: '/connect/$uid', title: 'Connect an assistant', access: 'anyone' }),
  outbox: screen({ path: '/outbox', title: 'Outbox', access: 'anyone' }),
  /** The former address of failed jobs; leads to the runs. */
  failedJobs: screen({ path: '/failed-jobs', title: 'Runs', access: ['ManageUsers', 'ManageScan'] }),
  runs: screen({ path: '/runs', title: 'Runs', access: ['ManageUsers', 'ManageScan'] }),
  gameSolutions: screen({ path: '/game-solutions', title: 'Game Solutions', access: 'anyone' }),
  tools: screen({ path: '/tools', title: 'Tools', access: 'signedIn' }),
  keywords: screen({ path: '/keywords', title: 'Keywords Summary', access: ['ViewKeywords'] }),
  articles: screen({ path: '/articles', title: 'Articles History', access: ['ManageArticles'] }),
  pendingArticles: screen({
    path: '/articles/pending',
    title: 'My Pending Articles',
    access: ['PendingArticles'],
  }),
  article: screen({
    path: '/articles/$id',
    title: 'Article',
    access: ['ManageArticles', 'PendingArticles', 'CreateArticle'],
  }),
  board: screen({ path: '/board/$gid', title: 'Task Board', access: ['ViewTools'] }),
  boardTask: screen({ path: '/board/task/$gid', title: 'Task', access: ['ViewTools'] }),
  preview: screen({ path: '/preview/$site/$id', title: 'Article Preview', access: ['ViewTools'] }),
  post: screen({ path: '/posts/$site/$id', title: 'Post', access: ['ViewTools'] }),
  products: screen({ path: '/products', title: 'Products Library', access: ['ManageProducts'] }),
  commissionCategories: screen({
    path: '/commission-categories',
    title: 'Commission Categories',
    access: ['CommissionCategories'],
  }),
  contentTracker: screen({ path: '/content-tracker', title: 'Content Tracker', access: ['ViewKeywords'] }),
  reports: screen({ path: '/reports', title: 'Reports', access: ['ViewKeywords'] }),
  report: screen({ path: '/reports/$report', title: 'Reports', access: ['ViewKeywords'] }),
  oosReport: screen({ path: '/reports/oos', title: 'Reports', access: ['ViewKeywords'] }),
  gscKeywords: screen({ path: '/gsc-keywords', title: 'GSC Keywords Manager', access: ['ViewKeywords'] }),
  keywordOpportunities: screen({
    path: '/keyword-opportunities',
    title: 'Keyword Opportunities',
    access: ['KeywordsOpportunities'],
  }),
  keywordResearch: screen({
    path: '/keyword-research',
    title: 'Keyword Research',
    access: ['ViewTools', 'KeywordResearch'],
  }),
  productSearch: screen({ path: '/product-search', title: 'Product Search', access: ['ViewTools'] }),
  googleSheets: screen({ path: '/google-sheets', title: 'Google Sheet Manager', access: ['ViewTools'] }),
  sheet: screen({ path: '/google-sheets/$id', title: 'Sheet', access: ['ViewTools'] }),
  uploadKeywords: screen({ path: '/upload-keywords', title: 'CSV Upload', access: ['KeywordsUpload'] }),
  changes: screen({ path: '/changes', title: 'Changes', access: ['CreateArticle'] }),
  notices: screen({ path: '/notices', title: 'Notices', access: 'signedIn' }),
  profile: screen({ path: '/profile', title: 'My Profile', access: ['Profile'] }),
  scan: screen({ path: '/scan', title: 'AOP Connectivity Scan', access: ['ManageScan'] }),
  firstSteps: screen({ path: '/first-steps', title: 'First steps', access: ['ManageSites'] }),
  sites: screen({ path: '/sites', title: 'Sites management', access: ['ManageSites'] }),
  eventHooks: screen({ path: '/event-hooks', title: 'Event hooks', access: ['ManageWebhooks'] }),
  newEventHook: screen({ path: '/event-hooks/new', title: 'New hook', access: ['ManageWebhooks'] }),
  eventHook: screen({ path: '/event-hooks/$id', title: 'Event hook', access: ['ManageWebhooks'] }),
  userActivity: screen({ path: '/user-activity', title: 'User Activity', access: ['ManageSites'] }),
  featureFlags: screen({ path: '/feature-flag', title: 'Feature Flags', access: ['ManageFeatureFlags'] }),
  dbQuery: screen({ path: '/db-query', title: 'Database Interface', access: ['ManageFeatureFlags'] }),
  users: screen({ path: '/users', title: 'Users management', access: ['ManageUsers'] }),
  signInRules: screen({ path: '/users/sign-in-rules', title: 'Sign-in rules', access: ['ManageUsers'] }),
  userDetails: screen({ path: '/users/$id', title: 'User details', access: ['ManageUsers'] }),
  userAccess: screen({ path: '/user-access', title: 'User Access Management', access: ['UserAccess'] }),
  offboardingRun: screen({
    path: '/user-access/runs/$id',
    title: 'Offboarding run',
    access: ['UserAccess'],
  }),
  accessReview: screen({
    path: '/user-access/reviews/$id',
    title: 'Access review',
    access: ['UserAccess'],
  }),
  bot: screen({ path: '/bot', title: 'Bot', access: ['Bot'] }),
} as const

export type ScreenName = keyof typeof SCREENS
export const SCREEN_NAMES = keysOf(SCREENS)

/** Screens whose path has no parameters, so that a name is enough to get there. */
export type PlainScreenName = {
  [Name in ScreenName]: (typeof SCREENS)[Name]['path'] extends `${string}$${string}` ? never : Name
}[ScreenName]

const tools = (part: MenuPart, entries: readonly Omit<MenuEntry, 'group' | 'part'>[]): readonly MenuEntry[] =>
  entries.map((entry) => ({ ...entry, group: 'tools', part }))

export const MENU: readonly MenuEntry[] = [
  ...tools('Keywords', [
    { screen: 'keywords', label: 'Keywords Summary', access: ['ViewKeywords'] },
    { screen: 'keywordOpportunities', label: 'Keyword Opportunities', access: ['KeywordsOpportunities'] },
    { screen: 'keywordResearch', label: 'Keyword research', access: ['KeywordResearch'] },
    { screen: 'gscKeywords', label: 'GSC Keywords Manager', access: 'signedIn' },
    { screen: 'uploadKeywords', label: 'CSV Upload', access: ['KeywordsUpload'] },
  ]),
  ...tools('Articles', [
    { screen: 'pendingArticles', label: 'My Pending Articles', access: ['PendingArticles'] },
    { screen: 'articles', label: 'Articles History', access: ['ManageArticles'] },
    { screen: 'contentTracker', label: 'Content Tracker', access: ['ViewKeywords'] },
    { screen: 'googleSheets', label: 'Google Sheets Manager', access: 'signedIn' },
  ]),
  ...tools('Products', [
    { screen: 'productSearch', label: 'Product Search', access: ['ViewTools'] },
    { screen: 'products', label: 'Products Library', access: ['ManageProducts'] },
    { screen: 'commissionCategories', label: 'Commission Categories', access: ['CommissionCategories'] },
  ]),
  ...tools('Data', [
    { screen: 'reports', label: 'Reports', access: ['KeywordsUpload', 'ViewKeywords'] },
    { screen: 'changes', label: 'Changes', access: ['CreateArticle'] },
    { screen: 'bot', label: 'Bot', access: ['Bot'] },
    { screen: 'gameSolutions', label: 'Game Solutions', access: 'signedIn' },
  ]),
  { screen: 'users', label: 'Users', group: 'admin', access: ['ManageUsers'] },
  { screen: 'sites', label: 'Sites', group: 'admin', access: ['ManageSites'] },
  { screen: 'scan', label: 'App Scan', group: 'admin', access: ['ManageScan'] },
  { screen: 'featureFlags', label: 'Feature Flags', group: 'admin', access: ['ManageFeatureFlags'] },
  { screen: 'userActivity', label: 'User Activity', group: 'admin', access: ['ManageSites'] },
  { screen: 'userAccess', label: 'User Access', group: 'admin', access: ['UserAccess'] },
  { screen: 'dbQuery', label: 'DB Query', group: 'admin', access: ['ManageFeatureFlags'] },
  { screen: 'profile', label: 'My Profile', group: 'own', access: 'signedIn' },
]

/** `null` is a signed-out visitor. */
export interface Visitor {
  roleId: string
  permissions: readonly Permission[]
}

export function mayOpen(access: ScreenAccess, visitor: Visitor | null): boolean {
  if (access === 'anyone') return true
  if (access === 'signedOut') return visitor === null
  if (visitor === null) return false
  return access === 'signedIn' || isPermitted(visitor.permissions, access)
}

export function menuFor(visitor: Visitor): readonly MenuEntry[] {
  return MENU.filter((entry) => mayOpen(entry.access, visitor))
}

/**
 * Redirect for a visitor who may not open `requested`, the full address. A user who may not open Keywords
 * either gets Tools, which every signed-in user may open, so that there is no redirect loop.
 */
export function redirectFor(requested: string, visitor: Visitor | null): string {
  if (requested === SCREENS.gameSolutions.path) return SCREENS.gameSolutions.path
  if (visitor === null) return SCREENS.signIn.path
  if (visitor.roleId === 'wrt') return SCREENS.tools.path
  return mayOpen(SCREENS.keywords.access, visitor) ? SCREENS.keywords.path : SCREENS.tools.path
}

/** Screens by the segments of their address; `$name` is a wildcard. */
const PATTERNS = Object.values<Screen>(SCREENS).map(({ path }) => ({ path, segments: path.split('/') }))

/** The screen that an address belongs to, as its pattern (`/users/$id`), or null for an address of no screen. */
export function screenPathOf(url: string): string | null {
  let path: string
  try {
    path = new URL(url, 'http://desk.invalid').pathname
  } catch {
    return null
  }
  const segments = path.split('/')
  while (segments.length > 2 && segments.at(-1) === '') segments.pop()
  const found = PATTERNS.filter(
    (pattern) =>
      pattern.segments.length === segments.length &&
      pattern.segments.every((part, index) => part.startsWith('$') || part === segments[index]),
  )
  // A literal address wins over one with a placeholder.
  return found.sort((a, b) => a.path.split('$').length - b.path.split('$').length)[0]?.path ?? null
}
