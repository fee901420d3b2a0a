import { readInstallation } from '../../db/installation.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import type { ImageStore } from '../image-store/port.ts'
import { type BuiltInPostsDeps, createBuiltInPosts } from './built-in.ts'
import type { PublishingSite, PublishingSites } from './port.ts'
import { createWordPress } from './wordpress.ts'
import type { WordPressAccount } from './wordpress-settings.ts'

export interface PublishingDeps extends BuiltInPostsDeps {
  /** By site code in lower case; a site that is not named here has built-in posts. */
  accounts: Readonly<Record<string, WordPressAccount>>
  /** Where the pictures of articles are. */
  images: Pick<ImageStore, 'get'>
  /** Of one answer of a WordPress site, if not the client's default. */
  timeoutMs?: number
}

export interface Publishing {
  of: PublishingSites
  isBuiltIn: (code: string) => boolean
}

/** Each site's publishing system: the vendor's where an account is configured, our own elsewhere. */
export function createPublishing({ accounts, images, timeoutMs, ...deps }: PublishingDeps): Publishing {
  const known = new Map<string, PublishingSite>()
  const { db, clock } = deps
  const loadImage = (address: string) => images.get(address.slice(address.lastIndexOf('/') + 1))
  const installation = () => readInstallation(db, clock())
  const accountStore = createAccountStore(db)
  const limit = timeoutMs === undefined ? {} : { timeoutMs }
  const create = (code: string) => {
    const account = accounts[code]
    return account
      ? createWordPress({
          account,
          loadImage,
          installation,
          accountStore,
          clock: () => clock().getTime(),
          ...limit,
        })
      : createBuiltInPosts(deps, code)
  }
  return {
    isBuiltIn: (code) => !Object.hasOwn(accounts, code),
    // One per site, for its client knows whether the site is up.
    of: (code) => {
      const site = known.get(code) ?? create(code)
      known.set(code, site)
      return site
    },
  }
}
