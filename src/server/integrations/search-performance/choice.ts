import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { type BuiltInSearchesDeps, createBuiltInSearches } from './built-in.ts'
import type { SearchPerformance } from './port.ts'
import { createSearchConsole } from './search-console.ts'
import type { SearchConsoleAccount } from './search-console-settings.ts'

interface SearchDeps extends BuiltInSearchesDeps {
  account: SearchConsoleAccount | undefined
}

/** Google's, where an account is configured; our own otherwise. */
export function chooseSearchPerformance({ account, ...deps }: SearchDeps): SearchPerformance {
  if (account === undefined) return createBuiltInSearches(deps)
  return createSearchConsole({
    account,
    clock: () => deps.clock().getTime(),
    accountStore: createAccountStore(deps.db),
  })
}
