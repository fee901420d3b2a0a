import type {
  FiringsQuery,
  RuleBody,
  RuleChange,
  TestQuery,
} from '#shared/features/desk/alert-rules/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Once } from '../../../calls/once.ts'
import type { Db } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { findCalm } from './calm-reader.ts'
import { readFirings, readTellings } from './firings-reader.ts'
import { readNamed, testRule } from './history-reader.ts'
import type { AlertParts } from './parts.ts'
import { isRule, listListeners, listRules } from './queries.ts'
import * as verbs from './verbs/change-rule.ts'
import { handOverRules } from './verbs/hand-over-rules.ts'

type Dated = Pick<AlertParts, 'db' | 'clock' | 'timeZone'>
const todayOf = ({ clock, timeZone }: Dated): string => dayAt(clock(), timeZone)

async function findRule(parts: Dated, id: number) {
  const [rule] = await listRules(parts.db, todayOf(parts), isRule(id))
  if (!rule) throw notFound('Rule')
  return rule
}

const askedBy = ({ kind, against, threshold, least, ...query }: TestQuery) => ({
  ...{ kind, against, threshold, least, coolDownDays: query.cool_down_days },
  siteId: query.site_id ?? null,
})

async function backTest(parts: AlertParts, actor: Caller, query: TestQuery) {
  const { db } = parts
  const asked = askedBy(query)
  const today = todayOf(parts)
  const [tested, named] = await Promise.all([
    testRule(db, asked, today),
    readNamed(db, asked, { today, ruleId: query.rule_id, userId: actor.id }),
  ])
  return { ...tested, ...named }
}

const listFirings = (parts: AlertParts, actor: Caller, query: FiringsQuery) =>
  readFirings(parts.db, askedBy(query), { query, today: todayOf(parts), userId: actor.id })

async function listTellings(parts: AlertParts, actor: Caller, { id, page }: { id: number; page: number }) {
  return readTellings(parts.db, await findRule(parts, id), { page, userId: actor.id })
}

export function createAlertRulesService(parts: AlertParts) {
  return {
    listRules: () => listRules(parts.db, todayOf(parts)),
    listListeners: () => listListeners(parts.db),
    backTest: (actor: Caller, query: TestQuery) => backTest(parts, actor, query),
    listFirings: (actor: Caller, query: FiringsQuery) => listFirings(parts, actor, query),
    listTellings: (actor: Caller, asked: { id: number; page: number }) => listTellings(parts, actor, asked),
    findCalm: (query: TestQuery) => findCalm(parts.db, askedBy(query), todayOf(parts)),
    async createRule(actor: Caller, body: RuleBody, once: Once) {
      return findRule(parts, await verbs.createRule(parts, actor, body, once))
    },
    async updateRule(actor: Caller, id: number, body: RuleChange) {
      const current = (tx: Db) => findRule({ ...parts, db: tx }, id)
      await verbs.updateRule(parts, actor, { id, body, current })
      return findRule(parts, id)
    },
    /** Makes all rules of somebody another one's, as part of a transaction. */
    handOverRules,
    removeRule: (actor: Caller, id: number) => verbs.removeRule(parts, actor, id),
    async restoreRule(actor: Caller, id: number) {
      await verbs.restoreRule(parts, actor, id)
      return findRule(parts, id)
    },
    async followRule(actor: Caller, id: number, isFollowed: boolean) {
      await verbs.followRule(parts, actor, id, isFollowed)
      return findRule(parts, id)
    },
    async answerRule(actor: Caller, answer: Parameters<typeof verbs.answerRule>[2]) {
      await verbs.answerRule(parts, actor, answer)
      return findRule(parts, answer.ruleId)
    },
  }
}
export type AlertRulesService = ReturnType<typeof createAlertRulesService>
