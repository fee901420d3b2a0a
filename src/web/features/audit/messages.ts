import { ACTS, type Act, AUDIT_NOUN_LABELS, type AuditNoun } from '#shared/features/audit/rules.ts'

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
}

/** What a field is called where it is filled in; one that no form has by its own name. */
export const fieldLabel = (field: string) =>
  (Object.hasOwn(FIELD_LABELS, field) ? FIELD_LABELS[field] : undefined) ?? field
