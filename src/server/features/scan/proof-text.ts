/**
 * Adapters that were built from recorded answers alone: no document of the vendor's and no server of its kind has ever
 * judged them, so that people look twice at what they say. By the name that the adapter has in its findings.
 */
const WEAKLY_PROVEN: ReadonlyMap<string, string> = new Map([
  ['Rainforest', 'Built from recorded answers and never run against the vendor: compare its first day.'],
  [
    'Atlassian',
    'Built from recorded answers and never run against the vendor: look there after a revocation.',
  ],
  ['Slack', 'Closing accounts (SCIM) was never run against the vendor: look there after a revocation.'],
  ['published answers', 'Wordle’s address has no description and was never run against: compare a solution.'],
  ['Wordle', 'Its address has no description: it may have changed.'],
])

/** What is to be said of an adapter that is proven only weakly; undefined of all others. */
export const weaknessOf = (adapter: string): string | undefined => WEAKLY_PROVEN.get(adapter)
