import type { Endpoint, Refusals } from '#shared/http/endpoint.ts'
import { StepUpDetails } from '#shared/http/errors.ts'

/** The refusals that carry details: those the endpoint declares, and the one that `stepUp` implies. */
export const refusalsOf = ({ refusals, stepUp }: Pick<Endpoint, 'refusals' | 'stepUp'>): Refusals => ({
  ...refusals,
  ...(stepUp === undefined ? {} : { 403: StepUpDetails }),
})
