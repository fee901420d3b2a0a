import type { Db } from '../../db/connect.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import type { AdapterHealth } from '../health.ts'
import { OWN_TABLES } from './built-in.ts'
import { createClickHouse } from './clickhouse.ts'
import type { ClickHouseAccount } from './clickhouse-settings.ts'
import type { WarehouseSource } from './port.ts'
import { createSnowflake } from './snowflake.ts'
import type { SnowflakeAccount } from './snowflake-settings.ts'

interface SourceDeps {
  accounts: { clickHouse: ClickHouseAccount | undefined; snowflake: SnowflakeAccount | undefined }
  db: Db
}

/** The configured external warehouse; null if there is none. */
export function chooseWarehouseSource({ accounts, db }: SourceDeps): WarehouseSource | null {
  const { clickHouse, snowflake } = accounts
  const accountStore = createAccountStore(db)
  // Tokens and pauses go by the machine's clock: the vendor's are not on another day.
  if (clickHouse !== undefined) return createClickHouse({ account: clickHouse, accountStore })
  return snowflake === undefined ? null : createSnowflake({ account: snowflake, accountStore })
}

/** Without an outside warehouse, all data is in our own tables. */
export const checkWarehouse = async (source: WarehouseSource | null): Promise<AdapterHealth> =>
  source === null ? OWN_TABLES : source.check()
