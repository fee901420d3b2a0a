import { alertRuleEndpoints } from '#shared/features/desk/alert-rules/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentUserName } from '../../ground/area.ts'
import { presentBackTest, presentFirings, presentRule } from './present.ts'
import type { FoundRule } from './queries.ts'
import type { AlertRulesService } from './service.ts'

export function alertRuleHandlers(service: AlertRulesService): Handlers<typeof alertRuleEndpoints> {
  return {
    async list({ actor }) {
      const rules = await service.listRules()
      return rules.map((rule) => presentRule(rule, actor))
    },
    async choices() {
      const people = await service.listListeners()
      return { people: people.map((person) => ({ ...presentUserName(person), role_id: person.roleId })) }
    },
    backTest: async ({ actor, query }) => presentBackTest(await service.backTest(actor, query)),
    firings: async ({ actor, query }) => presentFirings(await service.listFirings(actor, query)),
    sentFirings: async ({ actor, params, query }) =>
      presentFirings(await service.listSentFirings(actor, { id: params.id, page: query.page })),
    calm: ({ query }) => service.findCalm(query),
    create: async ({ actor, body, once }) => presentRule(await service.createRule(actor, body, once), actor),
    update: ({ actor, params, body }) =>
      service.updateRule(actor, params.id, body).then(
        (rule) => presentRule(rule, actor),
        presentOldVersion(alertRuleEndpoints.update, (current: FoundRule) => ({
          current: presentRule(current, actor),
        })),
      ),
    async remove({ actor, params }) {
      await service.removeRule(actor, params.id)
      return undefined
    },
    restore: async ({ actor, params }) => presentRule(await service.restoreRule(actor, params.id), actor),
    follow: async ({ actor, params, body }) =>
      presentRule(await service.followRule(actor, params.id, body.follow), actor),
    async answer({ actor, params, body: { subject_id: subjectId, answer } }) {
      const isRight = answer === null ? null : answer === 'right'
      return presentRule(await service.answerRule(actor, { ruleId: params.id, subjectId, isRight }), actor)
    },
  }
}
