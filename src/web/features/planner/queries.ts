import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type PlanBody, type PlanEntry, plannerEndpoints } from '#shared/features/planner/contract.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { ChangeNotSent, useRecords } from '#web/api/records.ts'
import { notify } from '#web/ui/notify.ts'
import { FAILURES } from './messages.ts'
import type { PlannerSearch } from './search.ts'

const PLANS = ['planner'] as const
/** What says of keywords that they are planned. */
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
    select: (answer) => ({ plans: answer?.plans ?? [], total: answer?.total_count ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** Reads anew what is planned, wherever that is shown. */
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

/** Changes a card at once, and back where that is refused: then what is there now is read. */
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
          plans: listed.plans.map((each) => (each.plan_id === id ? { ...each, ...change } : each)),
        },
    )
  return useMutation({
    mutationFn: ({ plan, change }: Change) =>
      records.change(plan, ({ plan_id: id, version }) =>
        call(plannerEndpoints.update, { params: { id }, body: { ...change, version } }),
      ),
    onMutate: async ({ plan, change }) => {
      // A list that is being read would put the card back.
      await queries.cancelQueries({ queryKey: PLANS })
      show(plan.plan_id, change)
    },
    onSuccess: (changed) => {
      // The card already shows the next change, if one is queued.
      if (changed && !records.isChanging(changed)) show(changed.plan_id, changed)
    },
    onError: (error, { plan, change }) => {
      // The refusal of the change before it has put the card back.
      if (!(error instanceof ChangeNotSent)) show(plan.plan_id, plan)
      handleError(change.month === undefined ? FAILURES.note : FAILURES.move)(error)
    },
    onSettled: (_answer, _error, { plan }) => (records.isChanging(plan) ? undefined : refresh()),
  })
}

/** Takes a card off, with the way back. */
export function useRemovePlan() {
  const refresh = useRefreshPlans()
  const restore = (id: number) =>
    call(plannerEndpoints.restore, { params: { id } }).catch(handleError(FAILURES.restore)).then(refresh)
  return ({ plan_id: id, keyword }: PlanEntry) =>
    call(plannerEndpoints.remove, { params: { id } })
      .then(() =>
        notify({
          kind: 'success',
          title: `Removed “${keyword}” from the plan`,
          action: { label: 'Undo', run: () => void restore(id), isUndo: true },
        }),
      )
      .catch(handleError(FAILURES.remove))
      .then(refresh)
}
