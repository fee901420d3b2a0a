import type { AlertRule } from '#shared/features/alert-rules/contract.ts'
import type { Caller } from '../../security/actor.ts'
import { presentUserName } from '../users/present.ts'
import type { FoundRule } from './queries.ts'

export const presentRule = (rule: FoundRule, actor: Caller): AlertRule => ({
  rule_id: rule.id,
  version: rule.version,
  name: rule.name,
  kind: rule.kind,
  against: rule.against,
  threshold: rule.threshold,
  least: rule.least,
  site_id: rule.siteId,
  site: rule.site,
  cool_down_days: rule.coolDownDays,
  is_on: rule.isOn,
  roles: rule.roles,
  people: rule.people,
  people_gone: rule.peopleGone.map(presentUserName),
  owner: presentUserName({ ...rule, id: rule.ownerId }),
  is_owner_gone: rule.isOwnerGone,
  is_followed: rule.people.includes(actor.id),
  listeners: rule.listeners,
  named_now: rule.namedNow,
  told_90: rule.told90,
  told_days: rule.toldDays,
  answers: { right: rule.right, noise: rule.noise },
  changed_at: new Date(rule.changedAt).toISOString(),
})
