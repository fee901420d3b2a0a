import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Permission } from '#shared/access/permissions.ts'
import type { Db } from '../../../db/connect.ts'
import type { Enqueue } from '../../../jobs/job.ts'

/** One kind of file that people may ask for. */
export interface ExportKind {
  /** Holders of any one of these may ask for it and fetch it. */
  access: readonly Permission[]
  /** `person`: not for programs, as the endpoint that requests it. */
  callers?: 'person' | undefined
  /** The file's name for people, with its extension. */
  nameOf(request: unknown): string
  /** The file, made as it is taken. It may be made several times. */
  write(request: unknown, ownerId: number): AsyncIterable<Uint8Array | string>
}

export type ExportKinds = Readonly<Record<string, ExportKind>>

/** A kind of file with what its requests look like. */
export function exportKind<Request>(
  schema: z.ZodType<Request>,
  kind: {
    access: readonly Permission[]
    callers?: 'person' | undefined
    nameOf(request: Request): string
    write(request: Request, ownerId: number): AsyncIterable<Uint8Array | string>
  },
): ExportKind {
  return {
    ...{ access: kind.access, callers: kind.callers },
    nameOf: (request) => kind.nameOf(schema.parse(request)),
    write: (request, ownerId) => kind.write(schema.parse(request), ownerId),
  }
}

export interface ExportDeps {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  /** Of all features; known once they are created. */
  kinds: () => ExportKinds
  log: Pick<FastifyBaseLogger, 'error'>
}
