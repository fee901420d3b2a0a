import type { Installation } from '../../db/installation.ts'
import { escapeText } from '../../markup/plain-text.ts'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import type { PostContent, PreservedPostField } from './port.ts'
import { structuredPost } from './structured-post.ts'
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

/** With a wrong password we are treated as a visitor, for whom only the status `publish` is valid. */
export function asRefusedPassword(error: unknown): never {
  if (error instanceof IntegrationError && error.vendorCode === 'rest_invalid_param') {
    const { system, operation, vendorCode } = error
    throw new IntegrationError(error.message, { system, operation, kind: 'unauthorized', vendorCode })
  }
  throw error
}

export const editUrl = ({ baseUrl }: WordPressSite, id: number) =>
  `${baseUrl}/wp-admin/post.php?post=${id}&action=edit`

/** Whether the content has all the fields that structured data needs, so that it describes the whole article. */
const isWhole = (content: Partial<PostContent>): content is PostContent =>
  content.title !== undefined &&
  content.intro !== undefined &&
  content.products !== undefined &&
  content.authorName !== undefined

/**
 * Fields of a post as editors see them, except for those to keep. All visible text is escaped, because the
 * site runs shortcodes.
 */
export function fieldsOf(content: Partial<PostContent>, kept: readonly PreservedPostField[] = []) {
  const { title, intro, focusKeyword, authorName, products } = content
  const isKept = (field: PreservedPostField) => kept.includes(field)
  return {
    ...(title === undefined || isKept('title') ? {} : { title: escapeText(title) }),
    ...(intro === undefined || isKept('excerpt') ? {} : { excerpt: escapeText(intro) }),
    meta: {
      ...(focusKeyword === undefined || isKept('keyword') ? {} : { aop_focus_keyword: focusKeyword }),
      ...(authorName === undefined || isKept('author') ? {} : { aop_author_name: authorName }),
      ...(products === undefined
        ? {}
        : { aop_products: JSON.stringify(products.map(({ asin, award }) => ({ asin, award }))) }),
      ...(isWhole(content) ? { aop_structured_data: structuredPost(content) } : {}),
    },
  }
}

export async function heroFields({ client, loadImage }: WordPressSite, address: string | null | undefined) {
  if (address === undefined) return {}
  if (address === null) return { featured_media: 0 }
  const id = await takeOverImage(client, loadImage, address)
  return id === null ? {} : { featured_media: id }
}
