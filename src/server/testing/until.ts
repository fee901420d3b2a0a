const PATIENCE_MS = 10_000

/** Resolves as soon as the condition holds; fails when it never does. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not happen.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
