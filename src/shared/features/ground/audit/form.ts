import { RULE_FIELDS } from '../sign-in-rules/rules.ts'
import type { AuditNoun } from './rules.ts'

type Words = Readonly<Record<string, string>>

/** Labels of fields in forms and screens, for any noun. */
const FIELDS: Words = {
  username: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  roleId: 'Role',
  active: 'Active',
  status: 'Status',
  title: 'Title',
  site: 'Site',
  siteId: 'Site',
  site_id: 'Site',
  siteIds: 'Sites',
  sites: 'Sites',
  keyword: 'Keyword',
  keywordId: 'Keyword',
  keywordIds: 'Keywords',
  keywords: 'Keywords',
  imageUrl: 'Hero image',
  intro: 'Intro',
  notes: 'Notes',
  note: 'Note',
  products: 'Products',
  faqs: 'FAQs',
  faq: 'FAQs',
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
  words: 'Text',
  isDone: 'Done',
  userId: 'Owner',
  ownerId: 'Owner',
  asin: 'ASIN',
  url: 'Address',
  email: 'Email',
  reason: 'Reason',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  repeated: 'Repeated',
  saved: 'Saved',
  refused: 'Refused',
  leftOut: 'Not counted',
  invalid: 'Skipped',
  damage: 'Interrupted',
  afterLine: 'After line',
  why: 'Reason',
  query: 'Search',
  stock: 'Stock',
  posts: 'Posts',
  postId: 'Post',
  articleId: 'Article',
  replacementId: 'Replacement',
  sessionsEnded: 'Sessions ended',
  systems: 'Systems',
  run: 'Offboarding run',
}

const RULE_LABELS: Words = Object.fromEntries(
  Object.entries(RULE_FIELDS).map(([name, { label }]) => [name, label]),
)

/** Labels of fields that differ, or exist only, for one noun. */
const FIELDS_OF: Readonly<Partial<Record<AuditNoun, Words>>> = {
  user: {
    purpose: 'Link',
    mail: 'Mail',
    to: 'To',
    articles: 'Articles',
    views: 'Team views',
    rules: 'Alert rules',
    queries: 'Saved queries',
    serviceAccounts: 'Service accounts',
    factor: 'Second factor',
    start: 'Token begins with',
    permissions: 'Permissions',
    mayWrite: 'May change things',
    expiresAt: 'Ends',
    revoked: 'Tokens revoked',
    oldEndsAt: 'Old token ends',
    use: 'Purpose',
    owner: 'Owner',
    method: 'Signed in with',
    mustEnrol: 'Second factor required',
    provider: 'Sign-in provider',
    by: 'Connected by',
    hour: 'Hour of the digest',
    days: 'Days of the digest',
    holdsOvernight: 'Mail waits overnight',
    reviews: 'Reviews',
    mentions: 'Mentions',
    alerts: 'Alerts',
    choices: 'Own choices',
    notices: 'Notices',
  },
  hook: {
    host: 'Host',
    address: 'Address',
    format: 'Format',
    types: 'Events',
    timing: 'When',
    state: 'State',
    endsOld: 'Old secret ended',
    count: 'Events',
    send: 'Event',
  },
  article: {
    /** For checklists. */
    position: 'Entry',
    revises: 'Update of article',
    revision: 'Update',
    renews: 'Replaced text',
    target: 'Copy',
    error: 'Error',
    key: 'Text',
    take: 'Kept text',
    taskGid: 'Task',
    taskUrl: 'Task',
    taskSection: 'Section',
  },
  keyword: {
    action: 'Action',
    selected: 'Selected keywords',
    changes: 'Changed',
    changeId: 'Change number',
    undoId: 'Undo number',
  },
  plan: { month: 'Month' },
  view: { screen: 'Screen', search: 'Filters and columns', isTeam: 'Shared with the team' },
  alert: {
    kind: 'Event',
    against: 'Compared with',
    threshold: 'Threshold',
    least: 'Only posts above',
    coolDownDays: 'Cool-down',
    cool_down_days: 'Cool-down',
    isOn: 'On',
    is_on: 'On',
    roles: 'Notified roles',
    people: 'Notified people',
    subjectId: 'Match number',
    isRight: 'Marked as right',
    rules: 'Rules',
    subjects: 'Matches',
  },
  report: {
    surfacesView: 'Content Surfaces',
    winnersSize: 'Rows of Keyword Winners',
    oosGroup: 'Rows of the OOS report',
  },
  post: { aim: 'Purpose', product: 'Product', earningsColumns: 'Read as earnings', report: 'Report' },
  file: {
    kind: 'File',
    request: 'Filters',
    sort: 'Sorted by',
    sortOrder: 'Direction',
    dateRange: 'Days',
    period: 'Days',
    minDays: 'Minimum days with data',
    siteFilter: 'Sites',
    reach: 'Posts',
    standing: 'Queries',
    flag: 'Flag',
    refresh: 'Minimum refresh score',
    format: 'Format',
    code: 'Site',
    adoptionId: 'Import',
    reviewId: 'Access review',
    runId: 'Offboarding run',
    actorId: 'Done by',
    concernsId: 'About',
    act: 'Action',
    noun: 'Subject',
    nounId: 'Number',
    startDate: 'From',
    endDate: 'To',
  },
  site: {
    displayName: 'Name',
    code: 'Code',
    logoUrl: 'Logo',
    affiliateTag: 'Affiliate tag',
    boardGid: 'Task board',
    copyboardGid: 'Copyboard',
    linksProducts: 'Product links',
    showsPrices: 'Prices',
    disclosure: 'Disclosure',
    isSandbox: 'Sandbox',
    changesLivePosts: 'Change live posts',
    kind: 'Read',
  },
  scan: { fix: 'Fixed' },
  access: {
    github: 'Code-hosting account',
    manager: 'Manager',
    heirId: 'New owner of open work',
    detail: 'Finding',
    decision: 'Decision',
    number: 'Accounts',
    accounts: 'Which',
    unasked: 'No answer',
  },
  job: { count: 'Jobs', jobs: 'Which' },
  warehouse: { everything: 'From the start' },
  product: { from: 'Replaced', to: 'Now', places: 'Places' },
  query: { statement: 'Query' },
  flag: { feature_flag: 'Flag', type: 'Type', value: 'Value' },
  workspace: { ...RULE_LABELS, people: 'People' },
  sheet: { googleSheetId: 'Google Sheet', asanaBoardId: 'Task board', rows: 'Rows' },
  commission: { commission: 'Commission' },
}

/** Nouns whose fields are names themselves: parts that a vendor serves, or copied tables. */
const NAMES_ITSELF: readonly AuditNoun[] = ['vendors', 'warehouse']

/** Turns an identifier such as `taskBoard` or `IN_STOCK` into words. */
export function spelledOut(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Labels of a file kind's parameters that mean something else for other kinds. */
const FIELDS_OF_FILE: Readonly<Record<string, Words>> = { 'query-report': { query: 'Query' } }

/** Label of an entry's field, or of a file kind's parameter; undefined if there is none. */
export function auditFieldLabel(noun: AuditNoun, field: string, kind?: unknown): string | undefined {
  const ofKind = noun === 'file' && typeof kind === 'string' && Object.hasOwn(FIELDS_OF_FILE, kind)
  const own = { ...FIELDS_OF[noun], ...(ofKind ? FIELDS_OF_FILE[kind] : {}) }
  if (Object.hasOwn(own, field)) return own[field]
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field]
  return NAMES_ITSELF.includes(noun) ? spelledOut(field) : undefined
}

/** Labels of files by the kind stored in the audit trail. */
export const FILE_KIND_LABELS: Words = {
  'keyword-winners-raw': 'Raw Export of Keyword Winners',
  'keyword-winners-report': 'Keyword Winners Export',
  'striking-distance': 'Striking distance',
  'market-keywords': 'Keyword Opportunities',
  'market-products': 'Product Search',
  cannibalisation: 'Cannibalisation',
  'access-review-report': 'Access review',
  'offboarding-report': 'Offboarding run',
  'adoption-report': 'Posts that a site has',
  'product-mentions': 'Articles of a product',
  'content-tracker': 'Content Tracker',
  'query-report': 'Database query',
  'audit-trail': 'Audit trail',
  entries: 'Audit trail',
  keywords: 'Keywords',
  'share-of-voice-analysis': 'Share of voice of a day',
  'content-surfaces': 'Content Surfaces',
  oos: 'Out-of-stock report',
}
