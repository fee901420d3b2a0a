import { ACTS, type Act, type AuditNoun } from '#shared/features/audit/rules.ts'

export const MESSAGES = {
  failed: 'The audit trail could not be searched.',
  exportFailed: 'The audit trail could not be exported.',
  nothingFits: 'No entries fit these filters.',
  nothingYet: 'Nothing has been written down yet.',
} as const

export const NOUN_LABELS: Readonly<Record<AuditNoun, string>> = {
  user: 'User',
  article: 'Article',
  keyword: 'Keyword',
  comment: 'Comment',
  view: 'Saved view',
  post: 'Post',
  task: 'Task',
  picture: 'Picture',
  file: 'File',
  words: 'Excluded words',
  site: 'Site',
  hits: 'Share of voice',
  vendors: 'Vendors',
}

/** Whoever is no person, beside the name. */
export const KIND_LABELS: Readonly<Record<string, string>> = {
  token: 'Token',
  visitor: 'Signed out',
  job: 'Copydesk',
  webhook: 'Connected system',
  operator: 'On the server',
}

const isAct = (name: string): name is Act => Object.hasOwn(ACTS, name)
const isNoun = (name: string): name is AuditNoun => Object.hasOwn(NOUN_LABELS, name)

/** What was done, in words; an act of another version by its name. */
export const actLabel = (act: string) => (isAct(act) ? ACTS[act].label : act)
export const nounLabel = (noun: string) => (isNoun(noun) ? NOUN_LABELS[noun] : noun)
