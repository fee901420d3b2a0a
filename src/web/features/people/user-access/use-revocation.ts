import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OffboardingState } from '#shared/features/people/offboarding/contract.ts'
import type { AccessItem, AccessLookup } from '#shared/features/people/user-access/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { runQuery, runsQuery } from '#web/features/people/offboarding/queries.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { FAILURES, revokeQuestion } from './messages.ts'
import { revokeAccess, stepsQuery } from './queries.ts'

/** The state of an item since the lookup. */
export type AccessStanding = 'revoking' | 'revoked' | 'failed' | undefined

const STANDINGS: Partial<Record<OffboardingState, AccessStanding>> = {
  running: 'revoking',
  revoked: 'revoked',
}

/** The person's latest run with its progress, whoever started it and wherever. */
function useLastRun({ email }: AccessLookup) {
  const runs = useQuery(runsQuery)
  const id = runs.data?.find((run) => run.email === email.trim().toLowerCase())?.run_id
  const { data: run } = useQuery({ ...runQuery(id ?? 0), enabled: id !== undefined })
  return { id, run: run ?? undefined }
}

/** Revokes access to single systems after a confirmation; a run on the server revokes all of it. */
export function useRevocation(sought: AccessLookup, foundAt: number) {
  const confirm = useConfirm()
  const queries = useQueryClient()
  const [standings, setStandings] = useState<Readonly<Record<string, AccessStanding>>>({})
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({})
  const { id: runId, run } = useLastRun(sought)
  const isRunning = run !== undefined && run.ended_at === null
  const settled = run?.steps.length
  useEffect(() => {
    if (settled !== undefined) void queries.invalidateQueries({ queryKey: stepsQuery(sought.email).queryKey })
  }, [queries, sought.email, settled])

  const stand = (operation: string, standing: AccessStanding) =>
    setStandings((known) => ({ ...known, [operation]: standing }))
  const revoke = async (item: AccessItem) => {
    if (!(await confirm(revokeQuestion(sought.email, item.operationName)))) return
    stand(item.operation, 'revoking')
    try {
      await revokeAccess(item, sought)
      stand(item.operation, 'revoked')
    } catch (error) {
      stand(item.operation, 'failed')
      setFailures((known) => ({
        ...known,
        [item.operation]: error instanceof ApiError ? error.message : FAILURES.revoke,
      }))
      handleError(`${item.operationName}: ${FAILURES.revoke}`)(error)
    }
    await queries.invalidateQueries({ queryKey: stepsQuery(sought.email).queryKey })
  }
  /** If a run revoked access before the lookup, the lookup itself shows that. */
  const standingInRun = (operation: string): AccessStanding => {
    const system = run?.systems.find((each) => each.operation === operation)
    if (!system || (system.ended_at !== null && Date.parse(system.ended_at) < foundAt)) return undefined
    return STANDINGS[system.state]
  }
  return {
    standingOf: ({ operation }: AccessItem): AccessStanding =>
      standings[operation] ?? standingInRun(operation),
    /** Why an item could not be revoked; null unless it failed. */
    failureOf: ({ operation }: AccessItem): string | null =>
      standings[operation] === 'failed' ? (failures[operation] ?? null) : null,
    isBusy: isRunning || Object.values(standings).includes('revoking'),
    revoke: (item: AccessItem) => void revoke(item),
    runId,
  }
}

export type Revocation = ReturnType<typeof useRevocation>
