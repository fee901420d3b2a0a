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
import type { AlertDeps } from './deps.ts'
import { readFirings, readSentFirings } from './firings-reader.ts'
import { readNamed, testRule } from './history-reader.ts'
import { isRule, listListeners, listRules } from './queries.ts'
import * as verbs from './verbs/change-rule.ts'
import { handOverRules } from './verbs/hand-over-rules.ts'

type Dated = Pick<AlertDeps, 'db' | 'clock' | 'timeZone'>
const todayOf = ({ clock, timeZone }: Dated): string => dayAt(clock(), timeZone)

async function findRule(deps: Dated, id: number) {
  const [rule] = await listRules(deps.db, todayOf(deps), isRule(id))
  if (!rule) throw notFound('Rule')
  return rule
}

const askedBy = ({ kind, against, threshold, least, ...query }: TestQuery) => ({
  ...{ kind, against, threshold, least, coolDownDays: query.cool_down_days },
  siteId: query.site_id ?? null,
})

async function backTest(deps: AlertDeps, actor: Caller, query: TestQuery) {
  const { db } = deps
  const asked = askedBy(query)
  const today = todayOf(deps)
  const [tested, named] = await Promise.all([
    testRule(db, asked, today),
    readNamed(db, asked, { today, ruleId: query.rule_id, userId: actor.id }),
  ])
  return { ...tested, ...named }
}

const listFirings = (deps: AlertDeps, actor: Caller, query: FiringsQuery) =>
  readFirings(deps.db, askedBy(query), { query, today: todayOf(deps), userId: actor.id })

async function listSentFirings(deps: AlertDeps, actor: Caller, { id, page }: { id: number; page: number }) {
  return readSentFirings(deps.db, await findRule(deps, id), { page, userId: actor.id })
}

export function createAlertRulesService(deps: AlertDeps) {
  return {
    listRules: () => listRules(deps.db, todayOf(deps)),
    listListeners: () => listListeners(deps.db),
    backTest: (actor: Caller, query: TestQuery) => backTest(deps, actor, query),
    listFirings: (actor: Caller, query: FiringsQuery) => listFirings(deps, actor, query),
    listSentFirings: (actor: Caller, asked: { id: number; page: number }) =>
      listSentFirings(deps, actor, asked),
    findCalm: (query: TestQuery) => findCalm(deps.db, askedBy(query), todayOf(deps)),
    async createRule(actor: Caller, body: RuleBody, once: Once) {
      return findRule(deps, await verbs.createRule(deps, actor, body, once))
    },
    async updateRule(actor: Caller, id: number, body: RuleChange) {
      const current = (tx: Db) => findRule({ ...deps, db: tx }, id)
      await verbs.updateRule(deps, actor, { id, body, current })
      return findRule(deps, id)
    },
    /** Makes all rules of somebody another one's, as part of a transaction. */
    handOverRules,
    removeRule: (actor: Caller, id: number) => verbs.removeRule(deps, actor, id),
    async restoreRule(actor: Caller, id: number) {
      await verbs.restoreRule(deps, actor, id)
      return findRule(deps, id)
    },
    async followRule(actor: Caller, id: number, isFollowed: boolean) {
      await verbs.followRule(deps, actor, id, isFollowed)
      return findRule(deps, id)
    },
    async answerRule(actor: Caller, answer: Parameters<typeof verbs.answerRule>[2]) {
      await verbs.answerRule(deps, actor, answer)
      return findRule(deps, answer.ruleId)
    },
  }
}
export type AlertRulesService = ReturnType<typeof createAlertRulesService>
