// Fills a workspace with the sample in a process of its own: the memory that this takes goes back when it ends.
import { once } from 'node:events'
import { connectDatabase } from '../db/connect.ts'
import { failureText, messageOf } from '../db/errors/failure-text.ts'
import { insertSamplePassword } from '../features/ground/system/store.ts'
import { chooseImageStore } from '../integrations/image-store/choice.ts'
import { fillSampleWorkspace } from './fill.ts'
import type { FillNews, FillOrder } from './fill-order.ts'
import { stockSample } from './first-stock.ts'

/** One for the transaction, one for the marketplace, which is stocked meanwhile. */
const CONNECTIONS = 2

const say = (news: FillNews) => new Promise<void>((resolve) => process.send?.(news, () => resolve()))

async function fill({ databaseUrl, now, password, passwordHash, settings }: FillOrder): Promise<void> {
  const { db, close } = connectDatabase(databaseUrl, CONNECTIONS)
  const images = chooseImageStore({
    account: settings.vendors.s3,
    dataDir: settings.dataDir,
    clock: () => now,
  })
  try {
    const stocked = stockSample(db, settings, now)
    const filled = fillSampleWorkspace({
      ...{ db, now, passwordHash, timeZone: settings.timeZone, stocked },
      onPart: (part) => void say({ part }),
      storeImage: (bytes, type) => images.put({ bytes, type }, 'sample'),
      // Without its stored password, nobody could sign in to the sample.
      alongside: (tx) => insertSamplePassword(tx, password),
    })
    await Promise.all([stocked, filled])
  } finally {
    await close()
  }
}

// The server that ordered it has ended: nobody needs the rest.
process.once('disconnect', () => process.exit(1))
const [order] = (await once(process, 'message')) as [FillOrder]
await fill(order).catch((error: Error) => say({ failure: failureText(error) ?? messageOf(error) }))
process.exit(0)
