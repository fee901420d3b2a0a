import type { FirstStep } from '#shared/features/desk/first-steps/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { changeFact, findFact } from '../../ground/area.ts'

const FACT = 'firstSteps'

/** Users' decisions about the first steps. */
export interface StepChoices {
  isHidden: boolean
  /** `at` is a moment in ISO 8601. */
  skipped: Partial<Record<FirstStep, { userId: number; name: string; at: string }>>
}

const NONE: StepChoices = { isHidden: false, skipped: {} }

/** Written by this store alone, so it has this shape. */
export const findChoices = async (db: Db): Promise<StepChoices> =>
  ((await findFact(db, FACT)) as StepChoices | undefined) ?? NONE

export const changeChoices = (tx: Db, change: (choices: StepChoices) => StepChoices): Promise<void> =>
  changeFact(tx, { name: FACT, none: NONE }, change)
