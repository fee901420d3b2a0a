import { damageText } from '#server/kernel/imports/damaged-file.ts'
import { type CommandContext, CommandError } from './command.ts'
import type { ImportKind, Outcome } from './import-kinds.ts'
import { createRefusals } from './refused-rows.ts'

/** Exit codes; 0 if every row was imported. */
const SOME_REFUSED = 2
const NOTHING = 1

const counted = (number: number, what: string) => `${number.toLocaleString('en')} ${what}`

/** Prints the imported and the refused lines with reasons; sets the exit code accordingly. */
function report(
  { counts, refused, leftOut, notes = [], damage = null }: Outcome,
  { reasons, target }: ReturnType<typeof createRefusals>,
): void {
  const all = Object.entries({ ...counts, refused }).map(([what, number]) => counted(number, what))
  const lines = [
    `${all.join(', ')}.`,
    ...notes,
    ...Object.entries(leftOut ?? {}).map(([why, count]) => `  ${counted(count, 'left out')}: ${why}`),
    ...[...reasons].map(([why, count]) => `  ${counted(count, 'refused')}: ${why}`),
    ...(refused > 0 ? [`The refused rows are in ${target}.`] : []),
  ]
  console.log(lines.join('\n'))
  if (damage !== null) throw new CommandError(damageText(damage))
  const isNothing = Object.values(counts).every((count) => count === 0)
  if (refused > 0) process.exitCode = isNothing ? NOTHING : SOME_REFUSED
}

/** Imports a file of this kind and reports what came of it. */
export async function importFile(
  context: CommandContext,
  { kind, run, file }: { kind: ImportKind; run: ReturnType<ImportKind['read']>['run']; file: string },
): Promise<void> {
  const refusals = createRefusals(file, kind.fields)
  let isDone = !kind.isWhole
  try {
    const { add: refuse, onTable } = refusals
    const outcome = await run({ ...context, file, refuse, onTable })
    isDone = true
    report(outcome, refusals)
  } finally {
    refusals.end(isDone)
  }
}
