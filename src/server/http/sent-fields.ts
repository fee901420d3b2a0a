import type { z } from 'zod'
import { SENT } from '#shared/http/fields.ts'

/** Puts what may be sent in the place of what reads it, where the field says so. */
export function asSent({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: Record<string, unknown>
}): void {
  const sent = SENT.get(zodSchema)
  if (sent === undefined) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, sent)
}
