import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type AlertRule,
  type AlertSubject,
  alertRuleEndpoints,
} from '#shared/features/desk/alert-rules/contract.ts'
import type { AlertCondition, Listed } from '#shared/features/desk/alert-rules/rules.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { refusalOf } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useRecords } from '#web/api/records.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES } from './messages.ts'

const RULES = ['alert-rules'] as const
const TESTS = [...RULES, 'back-test'] as const
/** Recomputed every night. */
const CALM_MS = 300_000

type SentRule = Sent<typeof alertRuleEndpoints.create>['body']

export const rulesQuery = queryOptions({
  queryKey: [...RULES, 'list'],
  queryFn: ({ signal }) => call(alertRuleEndpoints.list, {}, { signal }),
})

export const choicesQuery = queryOptions({
  queryKey: [...RULES, 'choices'],
  queryFn: ({ signal }) => call(alertRuleEndpoints.choices, {}, { signal }),
})

export interface TestedRule extends AlertCondition {
  siteId: number | null
  ruleId: number | null
}

const sentOf = ({ kind, against, threshold, least, coolDownDays, siteId, ruleId }: TestedRule) => ({
  kind,
  against,
  threshold,
  least,
  cool_down_days: coolDownDays,
  ...(siteId === null ? {} : { site_id: siteId }),
  ...(ruleId === null ? {} : { rule_id: ruleId }),
})

/** The initial threshold of a new rule of this kind. */
export const calmQuery = (asked: Omit<TestedRule, 'ruleId'>) => {
  const query = sentOf({ ...asked, ruleId: null })
  return queryOptions({
    queryKey: [...TESTS, 'calm', { ...query, threshold: null }],
    queryFn: ({ signal }) => call(alertRuleEndpoints.calm, { query }, { signal }),
    staleTime: CALM_MS,
    retry: false,
  })
}

export const backTestQuery = (asked: TestedRule) => {
  const query = sentOf(asked)
  return queryOptions({
    queryKey: [...TESTS, query],
    queryFn: ({ signal }) => call(alertRuleEndpoints.backTest, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

interface AskedFirings {
  of: Listed
  week: string | undefined
  page: number
}

/** The matches of a rule today, those it would have alerted on, or those it did alert on. */
export const firingsQuery = (asked: TestedRule, { of, week, page }: AskedFirings) => {
  const { ruleId } = asked
  const query = { ...sentOf(asked), page, ...(of === 'would' && week !== undefined ? { week } : {}) }
  return queryOptions({
    queryKey: [...RULES, 'firings', of, query],
    queryFn: ({ signal }) =>
      of === 'told' && ruleId !== null
        ? call(alertRuleEndpoints.sentFirings, { params: { id: ruleId }, query: { page } }, { signal })
        : call(
            alertRuleEndpoints.firings,
            { query: { ...query, of: of === 'would' ? of : 'now' } },
            { signal },
          ),
    placeholderData: keepPreviousData,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: RULES })
}

/** The current rule, if a save was refused because it had changed. */
export const currentRuleIn = (error: unknown): AlertRule | null =>
  refusalOf(alertRuleEndpoints.update, 409, error)?.current ?? null

const ruleId = ({ rule_id: id }: AlertRule) => id

/** The rules with this browser's own changes applied. */
export const useRules = () => useRecords('alert rule', ruleId)

/** Turns a rule on or off. */
export function useSwitchRule() {
  const refresh = useRefresh()
  const rules = useRules()
  return useMutation({
    mutationFn: ({ rule, isOn }: { rule: AlertRule; isOn: boolean }) =>
      rules.change(rule, (newest) =>
        call(alertRuleEndpoints.update, {
          params: { id: newest.rule_id },
          body: { ...bodyOf(newest), is_on: isOn, version: newest.version },
        }),
      ),
    onError: handleError(FAILURES.save),
    onSettled: refresh,
  })
}

/** Creates a rule if `id` is null, otherwise saves it. The form shows a refusal. */
export function useSaveRule() {
  const refresh = useRefresh()
  const rules = useRules()
  return useMutation({
    mutationFn: ({
      id,
      version,
      body,
      key,
    }: {
      id: number | null
      version: number | undefined
      body: SentRule
      /** Idempotency key: the same for one filled form, however often it is sent. */
      key?: string
    }) =>
      id === null
        ? call(alertRuleEndpoints.create, { body }, { key })
        : call(alertRuleEndpoints.update, {
            params: { id },
            body: { ...body, ...(version === undefined ? {} : { version }) },
          }),
    onSuccess: (saved) => {
      rules.keep(saved)
      void refresh()
    },
  })
}

/** Deletes a rule, with an undo. */
export function useRemoveRule() {
  const refresh = useRefresh()
  const restore = useMutation({
    mutationFn: (id: number) => call(alertRuleEndpoints.restore, { params: { id } }),
    onError: handleError(FAILURES.restore),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: ({ rule_id: id }: AlertRule) => call(alertRuleEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, { rule_id: id, name }) =>
      notify({
        kind: 'success',
        title: `Deleted “${name}”`,
        action: { label: 'Undo', run: () => restore.mutate(id), isUndo: true },
      }),
    onError: handleError(FAILURES.remove),
    onSettled: refresh,
  })
}

export function useFollowRule() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ rule_id: id, is_followed }: AlertRule) =>
      call(alertRuleEndpoints.follow, { params: { id }, body: { follow: !is_followed } }),
    onError: handleError(FAILURES.follow),
    onSettled: refresh,
  })
}

/** Records whether an alert was useful; the same answer again removes it. */
export function useAnswer(ruleId: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ subject_id, answer }: Pick<AlertSubject, 'subject_id' | 'answer'>) =>
      call(alertRuleEndpoints.answer, { params: { id: ruleId }, body: { subject_id, answer } }),
    onError: handleError(FAILURES.answer),
    onSettled: refresh,
  })
}

/** The request body that saves a rule unchanged. */
export const bodyOf = (rule: AlertRule): SentRule => ({
  name: rule.name,
  kind: rule.kind,
  against: rule.against,
  threshold: rule.threshold,
  least: rule.least,
  site_id: rule.site_id,
  cool_down_days: rule.cool_down_days,
  is_on: rule.is_on,
  roles: rule.roles,
  people: rule.people,
})
