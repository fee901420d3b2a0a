import { IntegrationError } from '../integration-error.ts'

/** Refuses to close the account that we sign in with ourselves: nobody could open it again from here. */
export function refuseOwnAccount(system: string, isOwn: boolean): void {
  if (!isOwn) return
  const advice = `Copydesk signs in to ${system} with this account. Set another one first.`
  throw new IntegrationError(advice, { system, operation: 'revoke access', kind: 'invalid', advice })
}
