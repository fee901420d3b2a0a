import type { ContentRow } from '#shared/features/posts/content-tracker/contract.ts'
import { PostProductsTable } from './post-products-table.tsx'

/** The products of a tracked post, on a page that shows its other data. */
export function PostProductsPanel({ row }: { row: ContentRow }) {
  return <PostProductsTable row={row} />
}
