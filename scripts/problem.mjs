/** Something that the person at the keyboard can put right; `message` is one line with the remedy. */
export class Problem extends Error {}

/** Runs a script's main function: a problem is told in one line, anything else with its stack. */
export async function runScript(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}
