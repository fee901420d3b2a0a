import type { Db } from '../../db/connect.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createBuiltInSheets } from './built-in.ts'
import type { GoogleSheetsAccount } from './google-settings.ts'
import { createGoogleSpreadsheet } from './google-sheets.ts'
import type { BuiltInSpreadsheet, Spreadsheet } from './port.ts'

interface SheetDeps {
  account: GoogleSheetsAccount | undefined
  db: Db
  clock: () => Date
}

/** Google's sheets where there is an account for them, or our own, which have more to them than the port says. */
export function chooseSpreadsheet({ account, db, clock }: SheetDeps): {
  spreadsheet: Spreadsheet
  builtInSheets: BuiltInSpreadsheet | null
} {
  if (account)
    return {
      spreadsheet: createGoogleSpreadsheet({ account, clock, accountStore: createAccountStore(db) }),
      builtInSheets: null,
    }
  const builtInSheets = createBuiltInSheets({ db })
  return { spreadsheet: builtInSheets, builtInSheets }
}
