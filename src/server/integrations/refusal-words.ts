import { AppError } from '../errors.ts'
import { IntegrationError, type IntegrationErrorKind } from './integration-error.ts'

/** What a system did, to follow its name: for people who can do something about it. */
const WORDS: Readonly<Record<IntegrationErrorKind, string>> = {
  unauthorized: 'did not accept our credentials',
  forbidden: 'does not allow us to do this',
  not_found: 'could not find what we asked for',
  invalid: 'did not accept what we sent',
  conflict: 'reports that this was changed at the same time',
  payment_required: 'asks for more credit, or for a plan that has this feature',
  rate_limited: 'asked us to wait',
  timeout: 'did not answer in time',
  unavailable: 'is not available',
  bad_response: 'sent an answer that we do not understand',
}

/** One sentence about a failure, without anything of the inside. */
export const sayRefusal = ({ system, kind, advice }: IntegrationError): string =>
  advice ?? `${system} ${WORDS[kind]}.`

/** Why work failed, in a line that may be stored and shown; details of our own faults are only in the log. */
export function sayFailure(error: unknown): string {
  if (error instanceof IntegrationError) return sayRefusal(error)
  return error instanceof AppError ? error.message : 'Something went wrong on our side.'
}
