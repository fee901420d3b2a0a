import { createPauseStore } from '../../db/vendor-pauses.ts'
import { type BuiltInSearchesParts, createBuiltInSearches } from './built-in.ts'
import type { SearchPerformance } from './port.ts'
import { createSearchConsole } from './search-console.ts'
import type { SearchConsoleAccount } from './search-console-settings.ts'

interface SearchParts extends BuiltInSearchesParts {
  account: SearchConsoleAccount | undefined
}

/** Google's, where an account is configured; our own otherwise. */
export function chooseSearchPerformance({ account, ...parts }: SearchParts): SearchPerformance {
  if (account === undefined) return createBuiltInSearches(parts)
  return createSearchConsole({
    account,
    clock: () => parts.clock().getTime(),
    pauses: createPauseStore(parts.db),
  })
}
