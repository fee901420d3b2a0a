import type { AccessItem, AccessStep } from '#shared/features/people/user-access/contract.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import { type AccessOutcome, type CheckedAccount, usedOf } from './deps.ts'
import type { listSteps } from './queries.ts'

const systemOf = ({ operation, operationName, avatar }: AccountDirectory) => ({
  operation,
  operationName,
  avatar,
})

export const presentItem = (
  { directory, found, error }: CheckedAccount,
  leftAt: Date | null,
): AccessItem => ({
  ...systemOf(directory),
  operationId: found?.accountId ?? '',
  url: found?.url ?? null,
  active: found?.active ?? false,
  error,
  detail: found?.detail ?? '',
  name: found?.name ?? null,
  ...usedOf(found, leftAt),
})

/** An account that was just closed, or found closed. */
export const presentRevoked = ({
  directory,
  account,
  outcome: { detail },
}: {
  directory: AccountDirectory
  account: string | null
  outcome: AccessOutcome
}): AccessItem => ({
  ...systemOf(directory),
  ...{ operationId: account ?? '', url: null, active: false, error: null, detail, name: null },
  ...usedOf(null, null),
})

export const presentStep = ({ step, by }: Awaited<ReturnType<typeof listSteps>>[number]): AccessStep => ({
  access_step_id: step.id,
  operation: step.operation,
  operation_name: step.operationName,
  step: step.step,
  detail: step.detail,
  account: step.account,
  by,
  at: step.at.toISOString(),
})
