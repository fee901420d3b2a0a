import { z } from 'zod'

/** Changes when an older restore could not read a newer archive. */
export const archiveFormat = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const ArchivedTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  sha256: Sha256,
})
export type ArchivedTable = z.infer<typeof ArchivedTable>

// A path that stays inside the folder it is restored to.
const ImagePath = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\\\0][^\\\0]*$/)

/**
 * The last entry of an archive: what a whole archive holds. An archive that was cut has none, and one that
 * was changed does not match it.
 */
export const Manifest = z.object({
  format: z.literal(archiveFormat),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), hash: Sha256 })),
  tables: z.array(ArchivedTable),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** Always empty: version 0.2.0 needs the field to recognize an archive newer than itself. */
  queues: z.array(z.string()).default([]),
  images: z.array(z.object({ path: ImagePath, sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestPath = 'manifest.json'

/** Path of a table's rows in an archive; a large table has several parts. */
export const tablePath = (table: { schema: string; name: string }, part: number) =>
  `tables/${table.schema}.${table.name}/${String(part).padStart(6, '0')}.copy`

/** The table that an entry holds rows of, as `schema.name`; undefined for any other entry. */
export const tableOfPath = (path: string) => /^tables\/(.+)\/\d{6,}\.copy$/.exec(path)?.[1]

export const imagePath = (path: string) => `images/${path}`

/** The image that an entry holds; undefined for any other entry. */
export const imageOfPath = (path: string) => /^images\/(.+)$/.exec(path)?.[1]
