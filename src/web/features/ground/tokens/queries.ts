import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type MadeApiToken,
  type NewApiToken,
  tokenEndpoints,
} from '#shared/features/ground/tokens/contract.ts'
import { ApiError, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'

/** The account whose tokens these are; null for the user's own. */
export type AccountId = number | null

const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

/** The API tokens of an account. */
export const tokensQuery = (userId: AccountId) =>
  queryOptions({
    queryKey: ['tokens', userId ?? 'own'],
    queryFn: async ({ signal }) =>
      known(
        userId === null
          ? await call(tokenEndpoints.listOwn, {}, { signal })
          : await call(tokenEndpoints.listOf, { params: { id: userId } }, { signal }),
      ),
  })

/** Reads again what a change of a token changes: the tokens, the accounts' lists, and the trail. */
function useReadAgain() {
  const queries = useQueryClient()
  return () => {
    for (const noun of ['tokens', 'service-accounts', 'audit'])
      void queries.invalidateQueries({ queryKey: [noun] })
  }
}

/**
 * Makes and rotates tokens. These are no mutations on purpose: a mutation would keep the secret in its cache after the
 * dialog has closed.
 */
export function useTokenMaker(userId: AccountId) {
  const readAgain = useReadAgain()
  const make = async (body: NewApiToken): Promise<MadeApiToken> =>
    known(
      userId === null
        ? await call(tokenEndpoints.createOwn, { body })
        : await call(tokenEndpoints.createOf, { params: { id: userId }, body }),
    )
  const rotate = async (id: number, endOld: boolean): Promise<MadeApiToken> => {
    const body = { end_old: endOld }
    return known(
      userId === null
        ? await call(tokenEndpoints.rotateOwn, { params: { id }, body })
        : await call(tokenEndpoints.rotateOf, { params: { id: userId, tokenId: id }, body }),
    )
  }
  return {
    make: (body: NewApiToken) => make(body).finally(readAgain),
    rotate: (id: number, endOld: boolean) => rotate(id, endOld).finally(readAgain),
  }
}

/** A token that is already gone is no error. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

interface Revocation {
  id: number
  /** It no longer works and only leaves the list. */
  isOver: boolean
  /** It belongs to an assistant, which is disconnected rather than revoked. */
  isAssistant: boolean
}

const revocationWords = ({ isOver, isAssistant }: Revocation) => {
  if (isOver) return { done: MESSAGES.removed, failed: MESSAGES.notRemoved }
  return isAssistant
    ? { done: MESSAGES.disconnected, failed: MESSAGES.notDisconnected }
    : { done: MESSAGES.revoked, failed: MESSAGES.notRevoked }
}

/** Revokes a token, or removes one that no longer works from the list. */
export function useRevokeToken(userId: AccountId) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: ({ id }: Revocation) =>
      (userId === null
        ? call(tokenEndpoints.revokeOwn, { params: { id } })
        : call(tokenEndpoints.revokeOf, { params: { id: userId, tokenId: id } })
      ).catch(unlessGone),
    onSuccess: (_, revocation) => notify({ kind: 'success', title: revocationWords(revocation).done }),
    onError: (error, revocation) => handleError(revocationWords(revocation).failed)(error),
    onSettled: readAgain,
  })
}

/** Ends a replaced token ahead of its time. */
export function useEndOldToken(userId: AccountId) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (id: number) =>
      userId === null
        ? call(tokenEndpoints.endOldOwn, { params: { id } })
        : call(tokenEndpoints.endOldOf, { params: { id: userId, tokenId: id } }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.oldEnded }),
    onError: handleError(MESSAGES.oldNotEnded),
    onSettled: readAgain,
  })
}
