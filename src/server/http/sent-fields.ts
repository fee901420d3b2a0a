import { z } from 'zod'
import { SENT } from '#shared/http/fields.ts'

/** `z.stringbool()`: callers send `true` and `false`; the other words that it takes are a courtesy. */
const isFlag = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodPipe && schema.in instanceof z.ZodString && schema.out instanceof z.ZodBoolean

/**
 * Replaces a field's parsed schema by that of its input, if the field declares one. Also keeps its default, which zod
 * leaves out where a value is transformed.
 */
export function asSent({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: Record<string, unknown>
}): void {
  if (zodSchema instanceof z.ZodDefault && typeof zodSchema.def.defaultValue !== 'object') {
    const { defaultValue } = zodSchema.def
    // Yes and no are sent as words in some queries.
    jsonSchema.default = jsonSchema.type === 'string' ? String(defaultValue) : defaultValue
  }
  const sent = SENT.get(zodSchema) ?? (isFlag(zodSchema) ? { type: 'boolean' } : undefined)
  if (sent === undefined) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, sent)
}
