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
