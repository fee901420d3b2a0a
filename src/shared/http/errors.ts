import { z } from 'zod'
import { FACTORS } from '../features/ground/factors/rules.ts'

/** Every way a call can be refused, with the status that says so. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  stepUp: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  unprocessable: 422,
  secondFactor: 422,
  versionRequired: 428,
  tooMany: 429,
  internal: 500,
  vendor: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The message that stands for "look at the validation entry". */
export const VALIDATION_FAILED = 'celebrate request validation failed'

const ValidationEntry = z.object({
  source: z.string(),
  keys: z.array(z.string()),
  message: z.string(),
  /** Every fault with the path of its field, so that a form can mark them all. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type ValidationEntry = z.infer<typeof ValidationEntry>

/** The body of every refused call. */
export const ErrorBody = z.object({
  statusCode: z.number(),
  error: z.string(),
  message: z.string(),
  code: z.string().optional(),
  request_id: z.string().optional(),
  validation: z
    .object({
      body: ValidationEntry.optional(),
      query: ValidationEntry.optional(),
      params: ValidationEntry.optional(),
    })
    .optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Details of a conflict over an outdated version: the current record. Other conflicts have none. */
export const oldVersionOf = <Record extends z.ZodType>(record: Record) =>
  z.object({ current: record.optional() })

/**
 * Details of a `stepUp` refusal: the factors with which this user can confirm their identity. `provider`: only where they
 * sign in.
 */
export const StepUpDetails = z.object({ factors: z.array(z.enum(['password', 'provider', ...FACTORS])) })
export type StepUpDetails = z.infer<typeof StepUpDetails>

/** The body of a call that was refused with these details. */
export const refusedWith = (details: z.ZodType) => ErrorBody.extend({ details: details.optional() })
