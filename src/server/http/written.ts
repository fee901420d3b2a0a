import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { refusedWith } from '#shared/http/errors.ts'
import type { JsonText } from '../db/json/json-text.ts'
import { answerSchema } from './json-schema.ts'

type Writer = (answer: unknown) => string

/** Made when the first answer is written: a start need not wait for those of all endpoints. */
const writers = new WeakMap<z.ZodType, Writer>()

function writerOf(schema: z.ZodType, reply: FastifyReply): Writer {
  const writer = writers.get(schema) ?? (reply.compileSerializationSchema(answerSchema(schema)) as Writer)
  writers.set(schema, writer)
  return writer
}

const typed = (reply: FastifyReply) => reply.type('application/json; charset=utf-8')

/** A reply whose answer is written by this schema. */
export const writtenBy = (schema: z.ZodType, reply: FastifyReply): FastifyReply =>
  typed(reply).serializer(writerOf(schema, reply))

/** Sends JSON as it is. With a schema, fails unless the schema would have written the same. */
export function sendJson(reply: FastifyReply, { text }: JsonText<unknown>, schema: z.ZodType | undefined) {
  const expected = schema === undefined ? text : writerOf(schema, reply)(schema.parse(JSON.parse(text)))
  if (expected !== text) throw new TypeError(`The database wrote ${text}, the contract says ${expected}`)
  return typed(reply).send(text)
}

const refusals = new WeakMap<z.ZodType, z.ZodType>()

/** One schema for all refusals with these details, so that there is one writer. */
export function refusalWith(details: z.ZodType): z.ZodType {
  const refusal = refusals.get(details) ?? refusedWith(details)
  refusals.set(details, refusal)
  return refusal
}
