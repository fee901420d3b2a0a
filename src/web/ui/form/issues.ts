import type { z } from 'zod'
import { issueWords } from '#shared/format/issue-words.ts'

/** What is wrong with the fields, by path, e.g. `products.0.asin`. */
export type Issues = Readonly<Record<string, string>>

/** The first fault of each field, by its path. Empty when the values fit the schema. */
export function issuesIn(schema: z.ZodType, values: unknown): Record<string, string> {
  const outcome = schema.safeParse(values, { error: issueWords })
  const issues: Record<string, string> = {}
  for (const { path, message } of outcome.error?.issues ?? []) issues[path.join('.')] ??= message
  return issues
}

/** A fault whose field was just changed is not shown any longer; rows that moved lose theirs all at once. */
export function withoutIssue(issues: Issues, path: string): Issues {
  const rest = Object.entries(issues).filter(([key]) => key !== path && !key.startsWith(`${path}.`))
  return rest.length === Object.keys(issues).length ? issues : Object.fromEntries(rest)
}

/** The id of the control for a path. */
export const fieldId = (form: string, path: string) => `${form}-${path.replaceAll('.', '-')}`

/** Sets the focus on the topmost field that is not right. */
export function focusFirst(form: string, issues: Issues): void {
  const controls = Object.keys(issues).flatMap((path) => document.getElementById(fieldId(form, path)) ?? [])
  const first = controls.reduce<HTMLElement | null>(
    (top, control) =>
      top && top.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING ? top : control,
    null,
  )
  first?.focus()
}
