import { eq } from 'drizzle-orm'
import type { FirstStep } from '#shared/features/first-steps/rules.ts'
import type { Db } from '../../db/connect.ts'
import { workspaceFacts } from '../../db/schema/workspace.ts'

const FACT = 'firstSteps'

/** What people have decided about the first steps. */
export interface StepChoices {
  isHidden: boolean
  /** `at` is a moment in ISO 8601. */
  skipped: Partial<Record<FirstStep, { userId: number; name: string; at: string }>>
}

const NONE: StepChoices = { isHidden: false, skipped: {} }

export async function findChoices(db: Db): Promise<StepChoices> {
  const [fact] = await db.select().from(workspaceFacts).where(eq(workspaceFacts.name, FACT))
  // Written by this store alone, so it has this shape.
  return (fact?.value as StepChoices | undefined) ?? NONE
}

/** Changes the choices; of two changes at once the second one sees the first. */
export async function changeChoices(tx: Db, change: (choices: StepChoices) => StepChoices): Promise<void> {
  await tx.insert(workspaceFacts).values({ name: FACT, value: NONE }).onConflictDoNothing()
  const [fact] = await tx.select().from(workspaceFacts).where(eq(workspaceFacts.name, FACT)).for('update')
  const value = change((fact?.value as StepChoices | undefined) ?? NONE)
  await tx.update(workspaceFacts).set({ value }).where(eq(workspaceFacts.name, FACT))
}
