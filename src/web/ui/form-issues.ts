import type { z } from 'zod'

/** The first fault of each field, by its path. Empty when the values fit the schema. */
export function formIssues(schema: z.ZodType, values: unknown): Record<string, string> {
  const outcome = schema.safeParse(values)
  const found: Record<string, string> = {}
  for (const { path, message } of outcome.error?.issues ?? []) found[path.join('.')] ??= message
  return found
}
