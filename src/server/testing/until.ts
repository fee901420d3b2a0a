const PATIENCE_MS = 30_000

/** Resolves as soon as the condition holds; fails when it does not in that time, in milliseconds. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('The expected condition was not met in time.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
