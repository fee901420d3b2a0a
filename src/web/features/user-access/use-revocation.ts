import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessItem, AccessLookup } from '#shared/features/user-access/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useConfirm } from '#web/ui/confirm.ts'
import { FAILURES, revokeQuestion } from './messages.ts'
import { revokeAccess, stepsQuery } from './queries.ts'

/** What became of an item since it was found. */
export type AccessStanding = 'revoking' | 'revoked' | undefined

/** Closes accounts one after another, once somebody has said that they mean it; one that fails stops no other. */
export function useRevocation(sought: AccessLookup) {
  const confirm = useConfirm()
  const queries = useQueryClient()
  const [standings, setStandings] = useState<Readonly<Record<string, AccessStanding>>>({})
  const stand = (operation: string, standing: AccessStanding) =>
    setStandings((known) => ({ ...known, [operation]: standing }))

  const revokeOne = async (item: AccessItem) => {
    stand(item.operation, 'revoking')
    try {
      await revokeAccess(item, sought)
      stand(item.operation, 'revoked')
    } catch (error) {
      stand(item.operation, undefined)
      handleError(`${item.operationName}: ${FAILURES.revoke}`)(error)
    }
    await queries.invalidateQueries({ queryKey: stepsQuery(sought.email).queryKey })
  }
  const revoke = async (items: readonly AccessItem[]) => {
    const names = items.map(({ operationName }) => operationName)
    if (!(await confirm(revokeQuestion(sought.email, names)))) return
    for (const item of items) await revokeOne(item)
  }
  return {
    standingOf: ({ operation }: AccessItem): AccessStanding => standings[operation],
    isBusy: Object.values(standings).includes('revoking'),
    revoke: (items: readonly AccessItem[]) => void revoke(items),
  }
}

export type Revocation = ReturnType<typeof useRevocation>
