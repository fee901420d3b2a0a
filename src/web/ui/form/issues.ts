import type { z } from 'zod'
import { issueWords } from '#shared/format/issue-words.ts'

/** The issues of the fields, by path, e.g. `products.0.asin`. */
export type Issues = Readonly<Record<string, string>>

/** The first issue of each field, by path. Empty when the values match the schema. */
export function issuesIn(schema: z.ZodType, values: unknown): Record<string, string> {
  const outcome = schema.safeParse(values, { error: issueWords })
  const issues: Record<string, string> = {}
  for (const { path, message } of outcome.error?.issues ?? []) issues[path.join('.')] ??= message
  return issues
}

/** Removes the issue of a field that was just changed; moving rows removes all issues of their list. */
export function withoutIssue(issues: Issues, path: string): Issues {
  const rest = Object.entries(issues).filter(([key]) => key !== path && !key.startsWith(`${path}.`))
  return rest.length === Object.keys(issues).length ? issues : Object.fromEntries(rest)
}

/** The id of the control for a path. */
export const fieldId = (form: string, path: string) => `${form}-${path.replaceAll('.', '-')}`

/** Focuses the topmost field with an issue. */
export function focusFirst(form: string, issues: Issues): void {
  const controls = Object.keys(issues).flatMap((path) => document.getElementById(fieldId(form, path)) ?? [])
  const first = controls.reduce<HTMLElement | null>(
    (top, control) =>
      top && top.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING ? top : control,
    null,
  )
  first?.focus()
}
