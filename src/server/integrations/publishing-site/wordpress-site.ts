import type { Installation } from '../../db/installation.ts'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { escapeText } from './plain-text.ts'
import type { PostContent } from './port.ts'
import { type LoadImage, takeOverImage } from './wordpress-media.ts'

export const SYSTEM = 'WordPress'

/** One site, as the calls to it need it. */
export interface WordPressSite {
  client: VendorClient
  baseUrl: string
  loadImage: LoadImage
  /** Which of the workspaces that may use this site we are. */
  installation: () => Promise<Installation>
}

/** To visitors, which is what a wrong password makes of us, no status but `publish` is a valid one. */
export function asRefusedPassword(error: unknown): never {
  if (error instanceof IntegrationError && error.vendorCode === 'rest_invalid_param') {
    const { system, operation, vendorCode } = error
    throw new IntegrationError(error.message, { system, operation, kind: 'unauthorized', vendorCode })
  }
  throw error
}

export const editUrl = ({ baseUrl }: WordPressSite, id: number) =>
  `${baseUrl}/wp-admin/post.php?post=${id}&action=edit`

/** The fields of a post as its editors find them. Whatever readers see is escaped: the site runs what stands there. */
export function fieldsOf({ title, intro, focusKeyword, authorName, products }: Partial<PostContent>) {
  return {
    ...(title === undefined ? {} : { title: escapeText(title) }),
    ...(intro === undefined ? {} : { excerpt: escapeText(intro) }),
    meta: {
      ...(focusKeyword === undefined ? {} : { aop_focus_keyword: focusKeyword }),
      ...(authorName === undefined ? {} : { aop_author_name: authorName }),
      ...(products === undefined
        ? {}
        : { aop_products: JSON.stringify(products.map(({ asin, award }) => ({ asin, award }))) }),
    },
  }
}

export async function heroFields({ client, loadImage }: WordPressSite, address: string | null | undefined) {
  if (address === undefined) return {}
  if (address === null) return { featured_media: 0 }
  const id = await takeOverImage(client, loadImage, address)
  return id === null ? {} : { featured_media: id }
}
