import { z } from 'zod'
import { isRoleId } from '../../../access/roles.ts'
import { nameText } from '../../../http/fields.ts'
import { type AlertRule, RULE_NAME_MAXIMUM } from './contract.ts'
import { type AlertCondition, type AlertKind, KINDS } from './rules.ts'

export interface RuleInForm extends AlertCondition {
  name: string
  siteId: number | null
  /** Roles by name, users by id. */
  recipients: string[]
}

export const checkRule = z.object({ name: nameText(RULE_NAME_MAXIMUM, 'Please name the rule.') })

/** What a new rule watches first: what no other watches yet. */
const PREFERRED: readonly AlertKind[] = ['earnings-fell', 'earnings-at-risk', 'share-lost', 'price-moved']
const newKind = (others: readonly Pick<AlertRule, 'kind'>[]) =>
  PREFERRED.find((kind) => others.every((other) => other.kind !== kind)) ?? 'earnings-fell'

/** Condition of a new rule, given the existing ones. */
export function newCondition(
  others: readonly Pick<AlertRule, 'kind'>[],
): AlertCondition & { siteId: number | null } {
  const kind = newKind(others)
  const threshold = KINDS[kind].usual
  return { kind, against: 'before', threshold, least: 500, coolDownDays: 14, siteId: null }
}

/** Initial values of the form. A new rule differs from the existing ones and notifies its author. */
export function valuesOf(
  rule: AlertRule | null,
  userId: number,
  others: readonly Pick<AlertRule, 'kind'>[] = [],
): RuleInForm {
  if (rule === null) return { name: '', recipients: [String(userId)], ...newCondition(others) }
  const { name, kind, against, threshold, least, cool_down_days: coolDownDays, site_id: siteId } = rule
  const recipients = [...rule.roles, ...rule.people.map(String)]
  return { name, kind, against, threshold, least, coolDownDays, siteId, recipients }
}

/** The request body. */
export const sentOf = (
  { siteId, coolDownDays, recipients, ...values }: RuleInForm,
  rule: AlertRule | null,
) => ({
  ...values,
  name: values.name.trim(),
  site_id: siteId,
  cool_down_days: coolDownDays,
  is_on: rule?.is_on ?? true,
  roles: recipients.filter(isRoleId),
  people: recipients.filter((each) => !isRoleId(each)).map(Number),
})
