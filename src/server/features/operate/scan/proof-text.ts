/**
 * Adapters that were built from recorded answers alone: no document of the vendor's and no server of its kind has ever
 * judged them, so that people look twice at what they say. By the name that the adapter has in its findings.
 */
const WEAKLY_PROVEN: ReadonlyMap<string, string> = new Map([
  ['Rainforest', 'Built from recorded answers and not tested with the vendor. Check its first day.'],
  [
    'Atlassian',
    'Built from recorded answers and not tested with the vendor. Check there after revoking access.',
  ],
  ['Slack', 'Closing accounts (SCIM) wasn’t tested with the vendor. Check there after revoking access.'],
  ['published answers', 'Wordle’s API is undocumented and wasn’t tested. Compare a solution.'],
  ['Wordle', 'Its API is undocumented and may have changed.'],
])

/** Note about an adapter that is not well tested; undefined for all others. */
export const weaknessOf = (adapter: string): string | undefined => WEAKLY_PROVEN.get(adapter)
