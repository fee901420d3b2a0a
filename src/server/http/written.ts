import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { refusedWith } from '#shared/http/errors.ts'
import { answerSchema } from './json-schema.ts'

type Writer = (answer: unknown) => string

/** Made when the first answer is written: a start need not wait for those of all endpoints. */
const writers = new WeakMap<z.ZodType, Writer>()

/** A reply whose answer is written by this schema. */
export function writtenBy(schema: z.ZodType, reply: FastifyReply): FastifyReply {
  let writer = writers.get(schema)
  if (writer === undefined) {
    writer = reply.compileSerializationSchema(answerSchema(schema)) as Writer
    writers.set(schema, writer)
  }
  return reply.type('application/json; charset=utf-8').serializer(writer)
}

const refusals = new WeakMap<z.ZodType, z.ZodType>()

/** One schema for all refusals with these details, so that there is one writer. */
export function refusalWith(details: z.ZodType): z.ZodType {
  const refusal = refusals.get(details) ?? refusedWith(details)
  refusals.set(details, refusal)
  return refusal
}
