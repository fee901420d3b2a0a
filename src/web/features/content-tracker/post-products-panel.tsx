import type { ContentRow } from '#shared/features/content-tracker/contract.ts'
import { PostProductsTable } from './post-products-table.tsx'

/** The products of a followed post, on a page that has others of its facts. */
export function PostProductsPanel({ row }: { row: ContentRow }) {
  return <PostProductsTable row={row} />
}
