import type { IntegrationError, IntegrationErrorKind } from './integration-error.ts'

/** What a system did, to follow its name: for people who can do something about it. */
const WORDS: Readonly<Record<IntegrationErrorKind, string>> = {
  unauthorized: 'did not accept our credentials',
  forbidden: 'does not allow us to do this',
  not_found: 'does not know what we asked for',
  invalid: 'did not accept what we sent',
  conflict: 'says that someone else changed this at the same time',
  payment_required: 'asks for more credit, or for a plan that has this feature',
  rate_limited: 'asked us to wait',
  timeout: 'did not answer in time',
  unavailable: 'is not available',
  bad_response: 'answered something that we do not understand',
}

/** One sentence about a failure, without anything of the inside. */
export const sayRefusal = ({ system, kind, advice }: IntegrationError): string =>
  advice ?? `${system} ${WORDS[kind]}.`
