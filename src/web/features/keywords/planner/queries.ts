import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  type PlanBody,
  type PlanEntry,
  plannerEndpoints,
} from '#shared/features/keywords/planner/contract.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { ChangeNotSent, useRecords } from '#web/api/records.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES } from './messages.ts'
import type { PlannerSearch } from './search.ts'

const PLANS = ['planner'] as const
/** Queries that show whether keywords are planned. */
const SHOWN_IN = [PLANS, ['opportunities', 'page']] as const
type Listed = Answered<typeof plannerEndpoints.list>

export const plansQuery = ({ site, plannedBy: by, plannedIn: country }: PlannerSearch) => {
  const query = {
    ...(site === undefined ? {} : { site }),
    ...(by === undefined ? {} : { by: [...by] }),
    ...(country === undefined ? {} : { country }),
  }
  return queryOptions({
    queryKey: [...PLANS, query],
    queryFn: ({ signal }) => call(plannerEndpoints.list, { query }, { signal }),
    select: (answer) => ({ plans: answer?.nodes ?? [], total: answer?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** Refetches the plan wherever it is shown. */
export function useRefreshPlans() {
  const queries = useQueryClient()
  return useCallback(
    () => Promise.all(SHOWN_IN.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  )
}

export function usePlan() {
  const refresh = useRefreshPlans()
  return useMutation({
    mutationFn: async (body: PlanBody) => {
      const answer = await call(plannerEndpoints.create, { body })
      if (answer === null) throw serviceUnavailable()
      return answer
    },
    onSuccess: refresh,
  })
}

interface Change {
  plan: PlanEntry
  change: { month?: string; note?: string }
}

const planId = ({ plan_id: id }: PlanEntry) => id

/** Changes a card optimistically. If the server refuses, the card is restored and the plan is refetched. */
export function useChangePlan() {
  const queries = useQueryClient()
  const refresh = useRefreshPlans()
  const records = useRecords('plan', planId)
  const show = (id: number, change: Partial<PlanEntry>) =>
    queries.setQueriesData<Listed | null>(
      { queryKey: PLANS },
      (listed) =>
        listed && {
          ...listed,
          nodes: listed.nodes.map((each) => (each.plan_id === id ? { ...each, ...change } : each)),
        },
    )
  return useMutation({
    mutationFn: ({ plan, change }: Change) =>
      records.change(plan, ({ plan_id: id, version }) =>
        call(plannerEndpoints.update, { params: { id }, body: { ...change, version } }),
      ),
    onMutate: async ({ plan, change }) => {
      // A list that is being fetched would undo the optimistic change.
      await queries.cancelQueries({ queryKey: PLANS })
      show(plan.plan_id, change)
    },
    onSuccess: (changed) => {
      // If another change is queued, the card already shows it.
      if (changed && !records.isChanging(changed)) show(changed.plan_id, changed)
    },
    onError: (error, { plan, change }) => {
      // The refusal of the previous change has already restored the card.
      if (!(error instanceof ChangeNotSent)) show(plan.plan_id, plan)
      handleError(change.month === undefined ? FAILURES.note : FAILURES.move)(error)
    },
    onSettled: (_answer, _error, { plan }) => (records.isChanging(plan) ? undefined : refresh()),
  })
}

/** Removes a card, with an undo. */
export function useRemovePlan() {
  const refresh = useRefreshPlans()
  const restore = (id: number) =>
    call(plannerEndpoints.restore, { params: { id } }).catch(handleError(FAILURES.restore)).then(refresh)
  const { mutate } = useMutation({
    mutationFn: ({ plan_id: id }: PlanEntry) => call(plannerEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, { plan_id: id, keyword }) =>
      notify({
        kind: 'success',
        title: `Removed “${keyword}” from the plan`,
        action: { label: 'Undo', run: () => void restore(id), isUndo: true },
      }),
    onError: handleError(FAILURES.remove),
    onSettled: refresh,
  })
  return mutate
}
