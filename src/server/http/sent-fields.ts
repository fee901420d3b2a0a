import type { z } from 'zod'
import { SENT } from '#shared/http/fields.ts'

/** Replaces a field's parsed schema by that of its input, if the field declares one. */
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
