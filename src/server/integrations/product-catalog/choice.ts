import type { Db } from '../../db/connect.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createAmazonCatalog } from './amazon-creators.ts'
import type { AmazonAccount } from './amazon-creators-settings.ts'
import { createBuiltInCatalog } from './built-in.ts'
import type { ProductCatalog } from './port.ts'

interface CatalogDeps {
  account: AmazonAccount | undefined
  db: Db
  clock: () => Date
}

/** The marketplace where an account is configured, our own goods where not. */
export const chooseCatalog = ({ account, db, clock }: CatalogDeps): ProductCatalog =>
  account === undefined
    ? createBuiltInCatalog({ db, clock })
    : createAmazonCatalog({ account, clock: () => clock().getTime(), accountStore: createAccountStore(db) })
