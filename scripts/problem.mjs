/** Something that the person at the keyboard can put right; `message` is one line with the remedy. */
export class Problem extends Error {}

/** Runs a script's main function: prints a problem in one line, and any other error with its stack. */
export async function runScript(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}
