import { join } from 'node:path'
import type { Db } from './db/connect.ts'
import { createDiskImageStore } from './integrations/image-store/built-in.ts'
import type { ImageStore } from './integrations/image-store/port.ts'
import { createS3ImageStore } from './integrations/image-store/s3.ts'
import { createOutboxMailer } from './integrations/mailer/built-in.ts'
import type { Mailer } from './integrations/mailer/port.ts'
import { createSmtpMailer } from './integrations/mailer/smtp.ts'
import { createAmazonCatalog } from './integrations/product-catalog/amazon-creators.ts'
import { createBuiltInCatalog } from './integrations/product-catalog/built-in.ts'
import type { ProductCatalog } from './integrations/product-catalog/port.ts'
import { createPublishing } from './integrations/publishing-site/by-site.ts'
import { createBuiltInShareOfVoice } from './integrations/share-of-voice-source/built-in.ts'
import type { ShareOfVoiceSource } from './integrations/share-of-voice-source/port.ts'
import { createRainforest } from './integrations/share-of-voice-source/rainforest.ts'
import { createStoryReader } from './integrations/story-reader/reader.ts'
import { chooseTaskBoard } from './integrations/task-board/choice.ts'
import { createGuardedFetcher } from './integrations/web-fetcher/guarded-fetch.ts'
import type { WebFetcher } from './integrations/web-fetcher/port.ts'
import type { Enqueue } from './jobs/job.ts'
import type { Settings } from './settings.ts'

/** Everything outside, behind its port; tests give their own for what they want to see. */
export interface PortOverrides {
  /** Loads the addresses that people type; tests give one that may reach their own servers. */
  web?: WebFetcher
  /** Where product data comes from; tests give one that fails. */
  catalog?: ProductCatalog
  /** Who says which publishers hold which keywords; tests give one that fails. */
  shareOfVoice?: ShareOfVoiceSource
}

interface PortParts {
  settings: Settings
  db: Db
  clock: () => Date
  enqueue: Enqueue
}

function createMailer({ settings: { smtpUrl, mailFrom, dataDir }, clock }: PortParts): Mailer {
  return smtpUrl === undefined
    ? createOutboxMailer({ folder: join(dataDir, 'outbox'), clock })
    : createSmtpMailer({ url: smtpUrl, from: mailFrom })
}

function createImageStore({ settings: { vendors, dataDir }, clock }: PortParts): ImageStore {
  const disk = createDiskImageStore({ folder: join(dataDir, 'images'), clock })
  return vendors.s3 === undefined ? disk : createS3ImageStore({ bucket: vendors.s3, older: disk })
}

function createCatalog({ settings, db, clock }: PortParts): ProductCatalog {
  const { amazon: account } = settings.vendors
  return account === undefined
    ? createBuiltInCatalog({ db, clock })
    : createAmazonCatalog({ account, clock: () => clock().getTime() })
}

function createShareOfVoiceSource({ settings, db, clock }: PortParts): ShareOfVoiceSource {
  const { rainforest: account } = settings.vendors
  return account === undefined
    ? createBuiltInShareOfVoice({ db, timeZone: settings.timeZone })
    : createRainforest({ account, clock: () => clock().getTime() })
}

/** The adapters that the settings ask for: a vendor's where its settings are given, the built-in one where not. */
export function createPorts(parts: PortParts, { web, catalog, shareOfVoice }: PortOverrides) {
  const { settings, db, clock } = parts
  const images = createImageStore(parts)
  const fetcher = web ?? createGuardedFetcher({ httpsOnly: true })
  const publishing = createPublishing({
    db,
    clock,
    accounts: settings.vendors.publishing,
    loadImage: (address) => images.get(address.slice(address.lastIndexOf('/') + 1)),
  })
  return {
    images,
    ...chooseTaskBoard(settings, parts),
    mailer: createMailer(parts),
    web: fetcher,
    catalog: catalog ?? createCatalog(parts),
    shareOfVoice: shareOfVoice ?? createShareOfVoiceSource(parts),
    publishing,
    // The stories that are kept here are about the built-in catalogue's goods.
    stories: createStoryReader({
      db,
      web: fetcher,
      publishing,
      goods: createBuiltInCatalog({ db, clock }),
    }),
  }
}
