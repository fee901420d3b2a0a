import type { AlertRule, BackTest, FiringsPage } from '#shared/features/desk/alert-rules/contract.ts'
import { dayOfNumber } from '#shared/features/desk/alert-rules/rules.ts'
import type { Caller } from '../../../security/actor.ts'
import { presentUserName } from '../../ground/area.ts'
import type { ReadFirings } from './firings-reader.ts'
import type { NamedNow, Tested } from './history-reader.ts'
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

const answerOf = (isRight: boolean | undefined) =>
  isRight === undefined ? null : isRight ? ('right' as const) : ('noise' as const)

export const presentFirings = ({ total, firings }: ReadFirings): FiringsPage => ({
  nodes: firings.map(({ id, day, name, finding, isRight }) => ({
    day: dayOfNumber(day),
    subject_id: id,
    title: name?.title ?? null,
    post: name?.post ?? null,
    finding: finding ?? null,
    answer: answerOf(isRight),
  })),
  totalCount: total,
})

export const presentBackTest = ({
  weeks,
  told,
  looser,
  named,
  subjects,
  ...test
}: Tested & NamedNow): BackTest => ({
  weeks,
  known_weeks: weeks.filter(({ alerts }) => alerts !== null).length,
  told,
  is_too_much: test.isTooMuch,
  known_days: test.knownDays,
  looser,
  counted_at: test.countedAt?.toISOString() ?? null,
  named,
  subjects: subjects.map(({ id, name, value, was, is, isRight }) => ({
    ...{ subject_id: id, title: name.title, post: name.post, value, was, is },
    answer: answerOf(isRight),
  })),
})
